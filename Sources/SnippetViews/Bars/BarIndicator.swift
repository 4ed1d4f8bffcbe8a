public import Foundation

/// The view that shows the current position in a bar. Corresponds to Tabman's `TMBarIndicator`. To create a custom
/// indicator, override `displayMode` and `layout(in:)`.
open class BarIndicator: View {
  /// The vertical position of an indicator in its bar.
  public enum DisplayMode: String, Sendable, Hashable {
    /// The indicator is above the buttons.
    case top
    /// The indicator is below the buttons.
    case bottom
    /// The indicator is behind the buttons and as tall as the bar.
    case fill
  }

  /// The behavior of an indicator before the first page and after the last page.
  public enum OverscrollBehavior: Sendable, Hashable {
    /// The indicator moves beyond the end.
    case bounce
    /// The indicator becomes narrower.
    case compress
    /// The indicator does not move.
    case none
  }

  /// The corner shape of a line or block indicator.
  public enum CornerStyle: Sendable, Hashable {
    /// Square corners.
    case square
    /// Rounded corners.
    case rounded
    /// Semicircular ends. The spelling is Tabman's.
    case eliptical
  }

  /// The size of a dot or chevron indicator.
  public enum Size: Sendable, Hashable {
    /// 6 × 6 pixels for a dot, 10 × 8 for a chevron.
    case small
    /// 8 × 8 pixels for a dot, 14 × 12 for a chevron.
    case medium
    /// 12 × 12 pixels for a dot, 20 × 16 for a chevron.
    case large
    /// A custom size, in pixels.
    case custom(size: CGSize)
  }

  /// The vertical position in the bar. Subclasses override this property.
  open var displayMode: DisplayMode { .bottom }
  /// The behavior before the first page and after the last page.
  open var overscrollBehavior: OverscrollBehavior = .bounce { didSet { setNeedsDisplay() } }
  /// Indicates whether the indicator extends from the first page to the current one, as a progress bar does.
  open var isProgressive = false { didSet { setNeedsDisplay() } }
  /// The way in which the indicator follows the page position.
  open var transitionStyle: BarTransitionStyle = .progressive { didSet { setNeedsDisplay() } }

  /// Creates an indicator and lays it out.
  public required init() {
    super.init()
    layout(in: self)
  }

  /// Adds the indicator's views to `view`. Called once.
  open func layout(in view: View) {}

  /// Returns the element of the indicator. The bar passes the indicator's position and width to the style sheet in the
  /// variables `--x` and `--w`.
  open override func element(containing children: [Node]) -> Node {
    Node.div { children }.class("indicator").with {
      $0.classes.append(displayMode.rawValue)
      $0.attributes["aria-hidden"] = "true"
    }
  }
}

extension BarIndicator {
  /// An indicator that is not shown.
  public final class None: BarIndicator {
    override var isDrawn: Bool { false }
  }
}
