public import Foundation

/// A constraint on the position or the size of a view, expressed in CSS. Corresponds to `NSLayoutConstraint`.
///
/// A position can refer to the superview or to a layout guide, with a constant. A size can be a constant or refer to
/// the size of the superview or of a guide. The width can refer to the height. CSS cannot express a constraint
/// between siblings: it stays inactive, and the bar reports it in `layoutProblems`.
public final class LayoutConstraint {
  enum Relation: Hashable { case equal, atLeast, atMost }

  enum Attribute: Hashable {
    case x(XAxisAnchor.Attribute)
    case y(YAxisAnchor.Attribute)
    case size(DimensionAnchor.Attribute)
  }

  /// The object that the placed view's position or size refers to.
  enum Other: Hashable {
    case superview(Attribute)
    case guide(Attribute)
    case itself(Attribute)
    case nothing
  }

  /// An object of the constraint, with its attribute. The references are weak, because a view owns the constraints
  /// that place it.
  private struct Side {
    weak var view: View?
    weak var guide: LayoutGuide?
    let attribute: Attribute

    init(_ side: (item: LayoutItem, attribute: Attribute)) {
      attribute = side.attribute
      switch side.item {
      case .view(let view): self.view = view
      case .guide(let guide): self.guide = guide
      }
    }
  }

  private let first: Side
  private let second: Side?
  private let statedRelation: Relation
  private let statedMultiplier: CGFloat
  private weak var owner: View?

  /// The offset of a position, or the additional size, in CSS pixels. Can be changed at any time.
  public var constant: CGFloat { didSet { if constant != oldValue { owner?.setNeedsDisplay() } } }

  init(
    _ first: (LayoutItem, Attribute), _ relation: Relation, _ second: (LayoutItem, Attribute)?, multiplier: CGFloat = 1,
    constant: CGFloat
  ) {
    self.first = Side(first)
    self.second = second.map { Side($0) }
    statedRelation = relation
    statedMultiplier = multiplier
    self.constant = constant
  }

  /// Whether the constraint is applied.
  public var isActive: Bool {
    get { owner?.placing.contains { $0 === self } ?? false }
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
    guard !isActive else { return }
    guard let owner = placedView else {
      (first.view ?? second?.view)?.refusedConstraints.append(self)
      return
    }
    self.owner = owner
    owner.placing.append(self)
    owner.setNeedsDisplay()
  }

  private func deactivate() {
    guard let owner else { return }
    owner.placing.removeAll { $0 === self }
    self.owner = nil
    owner.setNeedsDisplay()
  }

  /// The view that this constraint places; `nil` if CSS cannot express the constraint.
  private var placedView: View? {
    guard let second else { return first.view }
    if let view = first.view {
      if second.guide != nil || second.view === view { return view }
      if let other = second.view, view.isInside(other) { return view }
    }
    if let view = second.view {
      if first.guide != nil { return view }
      if let other = first.view, view.isInside(other) { return view }
    }
    return nil
  }

  // The following properties describe the constraint from the placed view's side.

  private var isTurned: Bool { owner !== first.view }

  var attribute: Attribute { isTurned ? second?.attribute ?? first.attribute : first.attribute }

  var relation: Relation {
    guard isTurned else { return statedRelation }
    return switch statedRelation {
    case .equal: .equal
    case .atLeast: .atMost
    case .atMost: .atLeast
    }
  }

  var multiplier: CGFloat { isTurned && statedMultiplier != 0 ? 1 / statedMultiplier : statedMultiplier }

  var offset: CGFloat { isTurned ? -constant * multiplier : constant }

  var other: Other {
    guard let second else { return .nothing }
    let side = isTurned ? first : second
    if side.guide != nil { return .guide(side.attribute) }
    return side.view === owner ? .itself(side.attribute) : .superview(side.attribute)
  }

  /// Whether the constraint is removed when the view leaves its superview.
  var relatesToOther: Bool {
    switch other {
    case .superview, .guide: true
    case .itself, .nothing: false
    }
  }
}

extension LayoutConstraint: CustomStringConvertible {
  /// The constraint as text: the attributes that it connects.
  public var description: String {
    func name(_ side: Side) -> String {
      let item = side.view.map { "\(type(of: $0))" } ?? (side.guide == nil ? "a removed view" : "the layout guide")
      return switch side.attribute {
      case .x(let attribute): "\(attribute) of \(item)"
      case .y(let attribute): "\(attribute) of \(item)"
      case .size(let attribute): "\(attribute) of \(item)"
      }
    }
    return second.map { "\(name(first)) to \(name($0))" } ?? name(first)
  }
}

extension View {
  fileprivate func isInside(_ other: View) -> Bool {
    superview.map { $0 === other || $0.isInside(other) } ?? false
  }
}
