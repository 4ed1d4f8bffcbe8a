public import Foundation

/// A view that shows its subviews in a row or a column. Corresponds to `UIStackView`.
open class StackView: View {
  /// The direction in which a stack arranges its views.
  public enum Axis: Sendable {
    /// A row in the writing direction.
    case horizontal
    /// A column.
    case vertical
  }

  /// The alignment of the views across the axis.
  public enum Alignment: String, Sendable {
    /// Stretches the views to the size of the stack.
    case fill = "stretch"
    /// Aligns the views with the start.
    case leading = "start"
    /// Centers the views.
    case center
    /// Aligns the views with the end.
    case trailing = "end"
  }

  /// The sizes of the views along the axis.
  public enum Distribution: Sendable {
    /// Keeps the size of each view.
    case fill
    /// Gives all views the same size.
    case fillEqually
  }

  /// The direction of the stack; horizontal by default.
  open var axis: Axis = .horizontal { didSet { setNeedsDisplay() } }
  /// The space between the views, in CSS pixels.
  open var spacing: CGFloat = 0 { didSet { setNeedsDisplay() } }
  /// The alignment of the views across the axis.
  open var alignment: Alignment = .fill { didSet { setNeedsDisplay() } }
  /// The sizes of the views along the axis.
  open var distribution: Distribution = .fill { didSet { setNeedsDisplay() } }
  /// The views, in order.
  public private(set) var arrangedSubviews: [View] = []

  /// Creates a stack that arranges views.
  public convenience init(arrangedSubviews: [View]) {
    self.init()
    for view in arrangedSubviews { addArrangedSubview(view) }
  }

  /// Adds a view at the end.
  open func addArrangedSubview(_ view: View) { insertArrangedSubview(view, at: arrangedSubviews.count) }

  /// Inserts a view at an index, which is clamped to the number of views.
  open func insertArrangedSubview(_ view: View, at index: Int) {
    arrangedSubviews.removeAll { $0 === view }
    let index = min(max(index, 0), arrangedSubviews.count)
    if view.superview !== self { addSubview(view) }
    arrangedSubviews.insert(view, at: index)
    setNeedsDisplay()
  }

  /// Removes a view from the stack's row or column. The view remains a subview until it is removed from the
  /// superview.
  open func removeArrangedSubview(_ view: View) {
    arrangedSubviews.removeAll { $0 === view }
    setNeedsDisplay()
  }

  /// The arranged views that are still subviews, followed by the remaining subviews.
  override var drawnSubviews: [View] {
    arrangedSubviews.removeAll { $0.superview !== self }
    return arrangedSubviews + subviews.filter { !arrangedSubviews.contains($0) }
  }

  /// Returns a flex container.
  open override func element(containing children: [Node]) -> Node {
    Node.div { children }.class("view", "stack").with {
      if axis == .vertical { $0.add("vertical") }
      if distribution == .fillEqually { $0.add("equal") }
      if alignment != .fill { $0.style["align-items"] = alignment.rawValue }
      if spacing != 0 { $0.style["gap"] = CSS.pixels(spacing) }
    }
  }
}
