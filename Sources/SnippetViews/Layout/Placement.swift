import Foundation

/// The CSS that places a view.
struct Placement {
  /// Whether the view is an item of its superview's grid.
  var isPinned = false
  /// Whether the view is positioned absolutely, outside of the flow.
  var isPlaced = false
  /// The style properties that place the view.
  var style: [String: String] = [:]
  /// The kinds of measurements of the view that the layout needs from the page.
  var measured: Set<Measurement> = []
  /// Indicates whether the layout of the view depends on measurements that the page has not sent yet.
  var isProvisional = false

  enum Measurement: String { case size = "data-size", content = "data-content" }
}

extension Placement {
  /// Creates the placement for a view from its rect in its superview.
  /// - Parameter start: the style property for the x-coordinate, which determines the edge from which it is measured.
  init(rect: CGRect, from start: String, inset: EdgeInsets = .zero) {
    isPlaced = true
    style = [
      start: CSS.pixels(rect.origin.x + inset.left), "top": CSS.pixels(rect.origin.y + inset.top),
      "width": CSS.pixels(max(rect.size.width, 0)), "height": CSS.pixels(max(rect.size.height, 0)),
    ]
  }

  /// Returns the combination of both placements. Where they contradict each other, this placement has precedence.
  func over(_ other: Placement) -> Placement {
    var placement = self
    placement.measured.formUnion(other.measured)
    placement.style.merge(other.style) { own, _ in own }
    placement.isProvisional = isProvisional || other.isProvisional
    return placement
  }

  /// Creates the placement for a view from constraints that CSS can express exactly. Returns `nil` if CSS cannot
  /// express all of them.
  ///
  /// A view that is constrained on both sides of an axis becomes a grid item in its superview and affects the
  /// superview's size, as in UIKit. A view that is constrained on only one side of each axis is positioned absolutely,
  /// with insets.
  init?(of view: View, by constraints: [LayoutConstraint]) {
    var axes = Axes()
    for constraint in constraints {
      guard constraint.priority == .required, let own = OwnConstraint(constraint, of: view), axes.add(own) else {
        return nil
      }
    }
    guard let placement = axes.placement else { return nil }
    self = placement
  }
}

/// A constraint, expressed from the perspective of the view that it places.
private struct OwnConstraint {
  enum Other { case superview, bar, itself, nothing }

  let attribute: LayoutConstraint.Attribute
  let relation: LayoutConstraint.Relation
  let other: Other
  let multiplier: CGFloat
  let offset: CGFloat

  /// Returns `nil` unless the constraint relates `view` to a constant, to itself, to the same attribute of its
  /// superview, or to the same dimension of a bar's visible part.
  init?(_ constraint: LayoutConstraint, of view: View) {
    let isTurned = constraint.first.view !== view
    guard let own = isTurned ? constraint.second : constraint.first, own.view === view else { return nil }
    attribute = own.attribute
    multiplier = isTurned ? 1 / constraint.multiplier : constraint.multiplier
    offset = isTurned ? -constraint.constant * multiplier : constraint.constant
    relation = isTurned ? constraint.relation.reversed : constraint.relation
    guard let second = isTurned ? constraint.first : constraint.second else {
      other = .nothing
      return
    }
    if second.view === view {
      other = .itself
    } else if second.isOfBar, second.attribute == attribute, view.isInScroller {
      other = .bar
    } else if let superview = view.superview, second.item === superview, second.attribute == attribute {
      // A stack view itself determines the positions of its arranged subviews, so CSS cannot express a constraint on
      // such a position.
      if attribute.isPosition, view.isArranged { return nil }
      other = .superview
    } else {
      return nil
    }
  }
}

/// The constraints of a view, collected for each axis in a form that CSS expresses exactly.
private struct Axes {
  /// The offsets along one axis: from the start, from the end, and from the center.
  struct Axis {
    let start: CGFloat?
    let end: CGFloat?
    let center: CGFloat?

    var isBoth: Bool { start != nil && end != nil }
    var isEmpty: Bool { start == nil && end == nil && center == nil }
    var isExact: Bool { center == nil || (start == nil && end == nil) }
  }

  /// The offsets of the constraints on the position.
  private var positions: [LayoutConstraint.Attribute: CGFloat] = [:]
  private var sizes: [String: String] = [:]

  /// Adds a constraint. Returns `false` if CSS cannot express the constraint, or cannot express it together with an
  /// earlier one.
  mutating func add(_ constraint: OwnConstraint) -> Bool {
    guard constraint.attribute.isPosition else { return addSize(constraint) }
    guard constraint.relation == .equal, constraint.other == .superview else { return false }
    return positions.updateValue(constraint.offset, forKey: constraint.attribute) == nil
  }

  private func axis(
    _ start: LayoutConstraint.Attribute, _ end: LayoutConstraint.Attribute, _ center: LayoutConstraint.Attribute?
  ) -> Axis {
    Axis(start: positions[start], end: positions[end].map { -$0 }, center: center.flatMap { positions[$0] })
  }

  private mutating func addSize(_ constraint: OwnConstraint) -> Bool {
    let name = constraint.attribute.rawValue
    var property =
      switch constraint.relation {
      case .equal: name
      case .atLeast: "min-\(name)"
      case .atMost: "max-\(name)"
      }
    let value: String
    switch constraint.other {
    case .nothing: value = CSS.pixels(max(constraint.offset, 0))
    case .bar:
      // In CSS, only the width of the visible part is available, because that part is an inline-size container.
      guard constraint.attribute == .width else { return false }
      let share = (Double(constraint.multiplier) * 10_000).rounded() / 10_000
      value =
        constraint.multiplier == 1 && constraint.offset == 0
        ? "100cqi" : "calc(100cqi * \(share.isFinite ? share : 0) + \(CSS.term(constraint.offset)))"
    case .itself:
      // `aspect-ratio` is width divided by height, so the multiplier for a height is inverted.
      let ratio = constraint.attribute == .width ? constraint.multiplier : 1 / constraint.multiplier
      guard constraint.relation == .equal, constraint.offset == 0, ratio.isFinite, ratio > 0 else { return false }
      property = "aspect-ratio"
      value = CSS.number(Double(ratio))
    case .superview: return false
    }
    return sizes.updateValue(value, forKey: property) == nil
  }

  /// The placement, or `nil` if the constraints of an axis may contradict each other.
  var placement: Placement? {
    let inline = axis(.leading, .trailing, .centerX)
    let physical = axis(.left, .right, nil)
    let block = axis(.top, .bottom, .centerY)
    guard inline.isExact, block.isExact, inline.isEmpty || physical.isEmpty else { return nil }
    let across = inline.isEmpty ? physical : inline
    for (axis, name) in [(across, "width"), (block, "height")] {
      let count = sizes.keys.count { $0 == name || $0.hasSuffix("-\(name)") }
      if axis.isBoth, count > 0 || sizes["aspect-ratio"] != nil { return nil }
      if count > 1 { return nil }
    }
    if sizes["aspect-ratio"] != nil, sizes.count > 2 { return nil }

    var placement = Placement(style: sizes)
    if across.isEmpty, block.isEmpty { return placement }
    placement.isPinned = across.isBoth || block.isBoth
    placement.isPlaced = !placement.isPinned
    let isPhysical = inline.isEmpty && !physical.isEmpty
    let sides = isPhysical ? ("left", "right") : ("inline-start", "inline-end")
    if placement.isPinned {
      placement.pin(across, sides, "justify-self", isPhysical ? sides : ("start", "end"))
      placement.pin(block, ("block-start", "block-end"), "align-self", ("start", "end"))
    } else {
      let insets = isPhysical ? sides : ("inset-inline-start", "inset-inline-end")
      placement.place(across, insets, middle: "left")
      placement.place(block, ("top", "bottom"), middle: "top")
    }
    guard across.center != nil || block.center != nil else { return placement }
    let isPinned = placement.isPinned
    func shift(_ center: CGFloat?) -> String {
      guard let center else { return "0" }
      return isPinned ? CSS.pixels(center) : "calc(-50% + \(CSS.term(center)))"
    }
    placement.style["translate"] = "\(shift(across.center)) \(shift(block.center))"
    return placement
  }
}

extension Placement {
  fileprivate mutating func pin(
    _ axis: Axes.Axis, _ sides: (String, String), _ property: String, _ ends: (start: String, end: String)
  ) {
    if let start = axis.start, start != 0 { style["margin-\(sides.0)"] = CSS.pixels(start) }
    if let end = axis.end, end != 0 { style["margin-\(sides.1)"] = CSS.pixels(end) }
    if axis.isBoth { return }
    style[property] = axis.center != nil ? "center" : axis.end != nil ? ends.end : ends.start
  }

  fileprivate mutating func place(_ axis: Axes.Axis, _ insets: (String, String), middle: String) {
    if axis.center != nil {
      style[middle] = "50%"
    } else if let end = axis.end {
      style[insets.1] = CSS.pixels(end)
    } else {
      style[insets.0] = CSS.pixels(axis.start ?? 0)
    }
  }
}
