public import Foundation

/// Views beside or below each other: `UIStackView`.
open class StackView: View {
  /// The direction.
  public enum Axis: Sendable {
    /// Beside each other, in the direction of writing.
    case horizontal
    /// Below each other.
    case vertical
  }

  /// Where the views stand across the axis.
  public enum Alignment: String, Sendable {
    /// From end to end.
    case fill = "stretch"
    /// At the beginning.
    case leading = "start"
    /// In the middle.
    case center
    /// At the end.
    case trailing = "end"
  }

  /// How long the views are along the axis.
  public enum Distribution: Sendable {
    /// As they are.
    case fill
    /// All the same.
    case fillEqually
  }

  /// The direction.
  open var axis: Axis = .horizontal { didSet { setNeedsDisplay() } }
  /// Room between the views.
  open var spacing: CGFloat = 0 { didSet { setNeedsDisplay() } }
  /// Where the views stand across the axis.
  open var alignment: Alignment = .fill { didSet { setNeedsDisplay() } }
  /// How long the views are along the axis.
  open var distribution: Distribution = .fill { didSet { setNeedsDisplay() } }
  /// The views, in order.
  public private(set) var arrangedSubviews: [View] = []

  /// A stack of views.
  public convenience init(arrangedSubviews: [View]) {
    self.init()
    for view in arrangedSubviews { addArrangedSubview(view) }
  }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: View) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Adds a view before those from `index` on.
  open func insertArrangedSubview(_ view: View, at index: Int) {
    arrangedSubviews.removeAll { $0 === view }
    let index = min(max(index, 0), arrangedSubviews.count)
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.insert(view, at: index)
    setNeedsDisplay()
  }

  /// Takes a view out of the row. It is a subview until it is removed as one.
  open func removeArrangedSubview(_ view: View) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsDisplay()
  }

  /// The views of the row that are still in it, then the other subviews.
  override var drawnSubviews: [View] {
    arrangedSubviews.removeAll { $0.superview !== self }
    return arrangedSubviews + subviews.filter { !arrangedSubviews.contains($0) }
  }

  /// A flex container.
  open override func element(containing children: [Node]) -> Node {
    Node.div { children }.class("view", "stack").with {
      if axis == .vertical { $0.add("vertical") }
      if distribution == .fillEqually { $0.add("equal") }
      if alignment != .fill { $0.style["align-items"] = alignment.rawValue }
      if spacing != 0 { $0.style["gap"] = CSS.pixels(spacing) }
    }
  }
}
