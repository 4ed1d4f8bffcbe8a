import Foundation

extension LayoutGroup {
  /// The placements of a group's views.
  struct Solution {
    var placements: [(view: View, placement: Placement)] = []
    /// The smallest size of the root that the constraints allow, without the insets of the root.
    var fit = CGSize.zero
    /// The required constraints that are not satisfied.
    var dropped: [LayoutConstraint] = []
    /// Whether a size that was not measured yet has been assumed to be 0.
    var isProvisional = false
  }

  /// Solves the constraints twice: first with an unknown size of the root, to find its smallest possible size, and then
  /// with the size that the page has measured.
  /// - Parameter solve: returns the solution of a system, possibly cached from an earlier pass.
  func solve(
    _ geometry: BarGeometry?, by solve: (ConstraintSystem) -> ConstraintSystem.Solution
  ) -> Solution {
    var solution = Solution()
    guard !members.contains(root) else {
      solution.dropped = constraints
      return solution
    }
    var builder = Builder(self, geometry)
    for constraint in constraints { builder.add(constraint) }
    solution.isProvisional = builder.isProvisional
    let smallest = solve(builder.system)
    solution.fit = smallest.rects[0].size

    let inset = root.layoutInset
    if let measured = root.identifier.flatMap({ geometry?.sizes[$0] }) {
      // Measurements are rounded. A difference of less than half a pixel is no contradiction.
      func length(_ measured: CGFloat, _ fit: CGFloat) -> CGFloat { abs(measured - fit) < 0.5 ? fit : max(measured, 0) }
      builder.system.rootSize = CGSize(
        width: length(measured.width - inset.left - inset.right, solution.fit.width),
        height: length(measured.height - inset.top - inset.bottom, solution.fit.height))
    } else {
      builder.system.rootSize = solution.fit
    }
    let solved = builder.system.rootSize == solution.fit ? smallest : solve(builder.system)
    // A size that was not measured yet counts as 0. Constraints that are violated for this reason are not reported.
    if !solution.isProvisional {
      solution.dropped = solved.violated.map { builder.sources[$0] }.filter { $0.priority == .required }
    }
    for item in members {
      guard let place = builder.items[item] else { continue }
      let rect = solved.rects[place]
      let outer = item.container.flatMap { builder.items[$0] }.map { solved.rects[$0] } ?? .zero
      let local = rect.offsetBy(dx: -outer.origin.x, dy: -outer.origin.y)
      let width = outer == .zero ? solved.rects[0].size.width : outer.size.width
      var physical = local
      if builder.isRightToLeft { physical.origin.x = width - local.origin.x - local.size.width }
      (item as? LayoutGuide)?.layoutFrame = physical
      guard let view = item.view else { continue }
      solution.placements.append((view, builder.placement(of: view, rect: local)))
      // The frame of a button is not set here, because it is the rect in the bar's row that the page has measured.
      if !(view is BarButton) { view.measuredFrame = physical }
    }
    return solution
  }
}

/// A builder that translates the constraints of a group to the constraints of a `ConstraintSystem`.
private struct Builder {
  var system = ConstraintSystem()
  private(set) var items: [LayoutItem: Int]
  /// The constraints, in the order of their indices in the system.
  private(set) var sources: [LayoutConstraint] = []
  private(set) var isProvisional = false
  private let group: LayoutGroup
  private let geometry: BarGeometry?
  /// The attributes of each view on which there are constraints.
  private var constrained: [View: Set<LayoutConstraint.Attribute>] = [:]
  private var leaves: Set<View> = []
  private var guide: Int?

  init(_ group: LayoutGroup, _ geometry: BarGeometry?) {
    self.group = group
    self.geometry = geometry
    items = [group.root: 0]
    let containers = Set(group.members.compactMap(\.container))
    for item in group.members {
      guard let view = item.view, !containers.contains(view) else {
        items[item] = system.addItem()
        continue
      }
      leaves.insert(view)
      let content = view.identifier.flatMap { geometry?.contents[$0] }
      // A plain `View` without subviews and classes has no content that the page can measure, so it has no content
      // size.
      if content == nil, view.hasContent { isProvisional = true }
      items[item] = system.addItem(naturalSize: view.hasContent ? content ?? .zero : nil)
    }
  }

  var isRightToLeft: Bool { geometry?.direction == .rightToLeft }

  mutating func add(_ constraint: LayoutConstraint) {
    let first = place(constraint.first)
    let second = constraint.second.flatMap { place($0) }
    guard let first, (second == nil) == (constraint.second == nil) else { return }
    let sides = [constraint.first, constraint.second].compactMap(\.self)
    for side in sides { if let view = side.view { constrained[view, default: []].insert(side.attribute) } }
    // Left and right are physical sides. For two centers, a positive constant means an offset to the right. Neither
    // depends on the writing direction. Therefore, in right-to-left text, such a constraint is mirrored for the system.
    let isPhysical =
      sides.contains { $0.attribute == .left || $0.attribute == .right }
      || sides.allSatisfy { $0.attribute == .centerX }
    let isMirrored = isPhysical && isRightToLeft
    system.add(
      ConstraintSystem.Constraint(
        item: first, attribute: attribute(constraint.first),
        relation: isMirrored ? constraint.relation.reversed : constraint.relation,
        other: constraint.second.flatMap { side in second.map { .init($0, attribute(side)) } },
        multiplier: Double(constraint.multiplier),
        constant: isMirrored ? -Double(constraint.constant) : Double(constraint.constant),
        priority: constraint.priority))
    sources.append(constraint)
  }

  private mutating func place(_ side: LayoutConstraint.Side) -> Int? {
    guard side.isOfBar else { return side.item.flatMap { items[$0] } }
    if let guide { return guide }
    let size = geometry?.guide
    if size == nil { isProvisional = true }
    let item = system.addItem()
    guide = item
    for (attribute, length) in [
      (LayoutConstraint.Attribute.leading, 0), (.top, 0), (.width, size?.width ?? 0), (.height, size?.height ?? 0),
    ] {
      system.fix(item, attribute, at: Double(length))
    }
    return item
  }

  private func attribute(_ side: LayoutConstraint.Side) -> LayoutConstraint.Attribute {
    switch side.attribute {
    case .left: isRightToLeft ? .trailing : .leading
    case .right: isRightToLeft ? .leading : .trailing
    case let attribute: attribute
    }
  }

  /// Returns the placement of a view. A view without a constraint on its position stays in the normal flow of CSS.
  func placement(of view: View, rect: CGRect) -> Placement {
    var placement = Placement()
    let constrained = constrained[view] ?? []
    if constrained.contains(where: \.isPosition) {
      let isInRoot = view.superview === group.root
      placement = Placement(
        rect: rect, from: "inset-inline-start", inset: isInRoot ? group.root.layoutInset : .zero)
    } else {
      for (attribute, length) in [(LayoutConstraint.Attribute.width, rect.size.width), (.height, rect.size.height)]
      where constrained.contains(attribute) {
        placement.style[attribute.rawValue] = CSS.pixels(max(length, 0))
        placement.style["flex-shrink"] = "0"
      }
    }
    if leaves.contains(view), view.hasContent { placement.measured = [.content] }
    return placement
  }
}
