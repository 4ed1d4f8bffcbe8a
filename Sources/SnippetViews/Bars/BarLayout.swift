public import Foundation

/// The layout of a bar's buttons. Corresponds to Tabman's `TMBarLayout`. To create a custom layout, override
/// `layout(in:)`, `insert(buttons:at:)`, `remove(buttons:)` and `focusArea(for:capacity:)`.
open class BarLayout {
  /// The way in which the widths of buttons are determined.
  public enum ContentMode: Sendable, Hashable {
    /// Each button is as wide as its content, and the bar scrolls.
    case intrinsic
    /// All buttons have the same width and together fill the bar.
    case fit
  }

  /// The alignment of the buttons in a bar that is wider than the buttons.
  public enum Alignment: String, Sendable, Hashable {
    /// Aligns the buttons with the start of a line of text.
    case leading
    /// Lets the user scroll the first and the last button to the center.
    case center
    /// Centers the buttons.
    case centerDistributed
    /// Aligns the buttons with the end of a line of text.
    case trailing
  }

  /// The view that contains all buttons. In HTML, it is the bar's tab list.
  public let view = View()
  /// The visible part of the bar.
  public let layoutGuide = LayoutGuide(isOfBar: true)
  /// The way in which the widths of buttons are determined.
  open var contentMode: ContentMode = .intrinsic { didSet { view.setNeedsDisplay() } }
  /// The space around the buttons.
  open var contentInset: EdgeInsets = .zero { didSet { view.setNeedsDisplay() } }
  /// The alignment of the buttons in a bar that is wider than the buttons.
  open var alignment: Alignment = .leading { didSet { view.setNeedsDisplay() } }
  /// The way in which the bar's scroll position follows the page position.
  open var transitionStyle: BarTransitionStyle = .progressive

  weak var parent: (any BarParent)?

  /// Creates a layout. The bar calls `layout(in:)` afterwards.
  public required init() {}

  /// Adds the layout's own views to `view`. Called once.
  open func layout(in view: View) {}

  /// Adds buttons to the layout's views.
  /// - Parameter index: the index of the first button to add.
  open func insert(buttons: [BarButton], at index: Int) {}

  /// Removes buttons from the layout's views.
  open func remove(buttons: [BarButton]) {}

  /// Returns the area for a position from 0 to `capacity` - 1. Like the rects of the buttons, the area is in the
  /// coordinate system of `view`.
  open func focusArea(for position: CGFloat, capacity: Int) -> CGRect { .zero }

  /// Reloads all items from the data source.
  public func setNeedsReload() { parent?.layoutNeedsReload() }

  /// Sets the classes and the style of the tab list. Subclasses in this module add further classes and styles.
  func decorate(_ node: inout Node) {
    if contentMode == .fit { node.add("fit") }
    node.style.merge(contentInset.padding) { $1 }
  }

  /// Returns the area for a position, interpolated from the rects of the two nearest buttons.
  static func area(at position: CGFloat, between buttons: [BarButton], height: CGFloat) -> CGRect {
    guard let last = buttons.indices.last, position.isFinite else { return .zero }
    let position = min(max(position, 0), CGFloat(last))
    let lower = buttons[Int(position.rounded(.down))].frame
    let upper = buttons[Int(position.rounded(.up))].frame
    let fraction = position - position.rounded(.down)
    return CGRect(
      x: lower.origin.x + (upper.origin.x - lower.origin.x) * fraction, y: 0,
      width: lower.size.width + (upper.size.width - lower.size.width) * fraction, height: height)
  }
}

/// The interface of a bar to its layout and its items.
protocol BarParent: AnyObject {
  func layoutNeedsReload()
  func itemNeedsUpdate(_ item: any BarItemable)
  var isRightToLeft: Bool { get }
}

extension BarLayout {
  /// A layout without buttons. The indicator has the same width at all positions.
  public final class None: BarLayout {
    /// Returns one of `capacity` areas of the same width.
    public override func focusArea(for position: CGFloat, capacity: Int) -> CGRect {
      guard capacity > 0 else { return .zero }
      let width = view.bounds.size.width / CGFloat(capacity)
      let start = width * position
      let isMirrored = parent?.isRightToLeft ?? false
      return CGRect(
        x: isMirrored ? view.bounds.size.width - start - width : start, y: 0, width: width,
        height: view.bounds.size.height)
    }

    override func decorate(_ node: inout Node) { node.add("none") }
  }
}
