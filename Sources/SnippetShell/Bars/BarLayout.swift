public import Foundation

/// Where a bar's buttons are: Tabman's `TMBarLayout`. Override all four functions for a layout of your own.
open class BarLayout {
  /// How wide buttons are.
  public enum ContentMode: Sendable, Hashable {
    /// As what is in them; the bar scrolls.
    case intrinsic
    /// All the same, together as wide as the bar.
    case fit
  }

  /// Where the buttons stand in a bar that is wider.
  public enum Alignment: String, Sendable, Hashable {
    /// Where lines of text begin.
    case leading
    /// The first and the last can be scrolled to the middle.
    case center
    /// All of them in the middle.
    case centerDistributed
    /// Where lines of text end.
    case trailing
  }

  /// The view that all buttons are in: the bar's tab list.
  public let view = View()
  /// The part of the bar that is seen.
  public let layoutGuide = LayoutGuide()
  /// How wide buttons are.
  open var contentMode: ContentMode = .intrinsic { didSet { view.setNeedsDisplay() } }
  /// Room around the buttons.
  open var contentInset: EdgeInsets = .zero { didSet { view.setNeedsDisplay() } }
  /// Where the buttons stand in a bar that is wider.
  open var alignment: Alignment = .leading { didSet { view.setNeedsDisplay() } }
  /// How the bar's scrolling follows the position.
  open var transitionStyle: BarTransitionStyle = .progressive

  weak var parent: (any BarLayoutParent)?

  /// A layout, before it is laid out.
  public required init() {}

  /// Puts the layout's own views into `view`. Called once.
  open func layout(in view: View) {}

  /// Puts buttons into the layout's views; `index` is that of the first of them.
  open func insert(buttons: [BarButton], at index: Int) {}

  /// Takes buttons out of the layout's views.
  open func remove(buttons: [BarButton]) {}

  /// Where the bar is at a position from 0 to `capacity` - 1: in the coordinates of `view`, as its buttons' frames.
  open func focusArea(for position: CGFloat, capacity: Int) -> CGRect { .zero }

  /// Asks the data source for all items again.
  public func setNeedsReload() { parent?.layoutNeedsReload() }

  /// The classes and style of the tab list. The layouts of this module say more.
  func decorate(_ node: inout Node) {
    if contentMode == .fit { node.add("fit") }
    node.style.merge(contentInset.padding) { $1 }
  }

  /// The area between two buttons.
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

/// A bar, seen from its layout.
protocol BarLayoutParent: AnyObject {
  func layoutNeedsReload()
  var isRightToLeft: Bool { get }
}

extension BarLayout {
  /// Nothing but equal places for the indicator.
  public final class None: BarLayout {
    /// Every place is as wide as the others.
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
