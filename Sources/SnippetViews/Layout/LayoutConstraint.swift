public import Foundation

/// A constraint on the position or the size of a view. Corresponds to `NSLayoutConstraint`.
///
/// The views must have a common superview, or one must contain the other. A constraint that cannot be applied stays
/// inactive or is dropped, and the bar reports it in ``Bar/layoutProblems``.
public final class LayoutConstraint {
  enum Relation: String {
    case equal = "=="
    case atLeast = ">="
    case atMost = "<="

    /// The relation after both sides were multiplied by -1 or exchanged.
    var reversed: Relation {
      switch self {
      case .equal: .equal
      case .atLeast: .atMost
      case .atMost: .atLeast
      }
    }
  }

  /// A property of a rect.
  enum Attribute: String { case leading, trailing, left, right, centerX, width, top, bottom, centerY, height }

  /// One side of the constraint: a view or a guide, and the constrained attribute. The reference is weak, because a
  /// view owns the constraints that place it.
  struct Side {
    private(set) weak var item: LayoutItem?
    let attribute: Attribute

    init(_ side: (item: LayoutItem, attribute: Attribute)) { (item, attribute) = (side.item, side.attribute) }

    var view: View? { item?.view }

    /// The view, or the view that owns the guide.
    var place: View? { view ?? item?.container }

    /// Whether the item is the visible part of a bar.
    var isOfBar: Bool { (item as? LayoutGuide)?.isOfBar == true }
  }

  let first: Side
  let second: Side?
  let relation: Relation
  let multiplier: CGFloat
  fileprivate(set) weak var owner: View?
  /// The sequence number of the constraint's activation within the view hierarchy, starting at 1.
  private(set) var activation = 0

  /// The offset of a position, or the additional size, in CSS pixels. Can be changed at any time.
  public var constant: CGFloat { didSet { if constant != oldValue { owner?.setNeedsDisplay() } } }
  /// The priority. If constraints contradict each other, the one with the lowest priority is not satisfied. Can be
  /// changed at any time.
  public var priority = LayoutPriority.required { didSet { if priority != oldValue { owner?.setNeedsDisplay() } } }

  init(
    _ first: (LayoutItem, Attribute), _ relation: Relation, _ second: (LayoutItem, Attribute)?, multiplier: CGFloat = 1,
    constant: CGFloat
  ) {
    self.first = Side(first)
    self.second = second.map { Side($0) }
    self.relation = relation
    self.multiplier = multiplier
    self.constant = constant
  }

  /// Whether the constraint is active, which means that the layout applies it.
  public var isActive: Bool {
    get { owner != nil }
    set { if newValue { activate() } else { deactivate() } }
  }

  /// Activates constraints. The views must already be in their superviews.
  public static func activate(_ constraints: [LayoutConstraint]) {
    for constraint in constraints { constraint.isActive = true }
  }

  /// Deactivates constraints.
  public static func deactivate(_ constraints: [LayoutConstraint]) {
    for constraint in constraints { constraint.isActive = false }
  }

  private func activate() {
    guard !isActive, let view = first.view ?? second?.view ?? first.place else { return }
    guard isConnected else { return view.refusedConstraints.append(self) }
    owner = view
    view.placing.append(self)
    let hierarchy = view.hierarchy
    hierarchy.activations += 1
    activation = hierarchy.activations
    view.setNeedsDisplay()
  }

  private func deactivate() {
    guard let owner else { return }
    owner.placing.removeAll { $0 === self }
    self.owner = nil
    owner.setNeedsDisplay()
  }

  /// Whether both sides are in the same view hierarchy. A bar's own guide, which is in no view, may be combined with
  /// any view.
  private var isConnected: Bool {
    guard let second else { return true }
    guard let one = first.place, let other = second.place else { return first.isOfBar || second.isOfBar }
    return one.hierarchy === other.hierarchy
  }

  /// Returns whether one side of the constraint is `view` or inside it, and the other side is outside.
  func leaves(_ view: View) -> Bool {
    guard let second else { return false }
    func isInside(_ side: Side) -> Bool { side.place.map { $0 === view || $0.isInside(view) } ?? false }
    return isInside(first) != isInside(second)
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The attributes that the constraint connects.
  public var description: String {
    func name(_ side: Side) -> String {
      let item = side.view.map { "\(type(of: $0))" } ?? (side.item == nil ? "a removed view" : "the layout guide")
      return "\(side.attribute) of \(item)"
    }
    var text = "\(name(first)) \(relation.rawValue) "
    guard let second else { return text + CSS.number(Double(constant)) }
    text += name(second)
    if multiplier != 1 { text += " * \(CSS.number(Double(multiplier)))" }
    if constant != 0 { text += (constant < 0 ? " - " : " + ") + CSS.number(Double(constant.magnitude)) }
    return text
  }
}

/// A rectangle that constraints can refer to without a view. Corresponds to `UILayoutGuide`. A bar's layout has a
/// guide for the visible part of the bar.
public final class LayoutGuide: LayoutItem {
  /// The rect of the guide in its view, as computed by the last layout.
  public internal(set) var layoutFrame = CGRect.zero
  /// The view to which the guide was added.
  public internal(set) weak var owningView: View?
  /// Whether the guide is the visible part of a bar.
  let isOfBar: Bool

  /// Creates a guide, to be added with ``View/addLayoutGuide(_:)``.
  public override init() { isOfBar = false }

  init(isOfBar: Bool) { self.isOfBar = isOfBar }

  override var container: View? { owningView }
}

extension View {
  func isInside(_ other: View) -> Bool { superview.map { $0 === other || $0.isInside(other) } ?? false }

  /// The outermost superview, or the view itself if it has no superview.
  var hierarchy: View { superview?.hierarchy ?? self }

  /// Adds a guide, so that constraints can refer to it.
  public func addLayoutGuide(_ guide: LayoutGuide) {
    guide.owningView?.removeLayoutGuide(guide)
    guide.owningView = self
    layoutGuides.append(guide)
  }

  /// Removes a guide, together with its constraints.
  public func removeLayoutGuide(_ guide: LayoutGuide) {
    layoutGuides.removeAll { $0 === guide }
    guide.owningView = nil
    hierarchy.removeConstraints { $0.first.item === guide || $0.second?.item === guide }
  }

  /// Deactivates those constraints of this view and its descendants for which `isWanted` returns `true`.
  func removeConstraints(where isWanted: (LayoutConstraint) -> Bool) {
    let removed = placing.filter(isWanted)
    if !removed.isEmpty { placing.removeAll(where: isWanted) }
    for constraint in removed { constraint.owner = nil }
    for view in subviews { view.removeConstraints(where: isWanted) }
  }
}
