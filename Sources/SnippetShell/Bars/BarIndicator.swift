import Foundation

/// What shows where one is: Tabman's `TMBarIndicator`. Override `displayMode` and `layout(in:)` for one of your own.
open class BarIndicator: View {
  /// Where in the bar it is.
  public enum DisplayMode: String, Sendable, Hashable {
    /// Above the buttons.
    case top
    /// Below the buttons.
    case bottom
    /// Behind the buttons, as high as the bar.
    case fill
  }

  /// What it does before the first page and after the last.
  public enum OverscrollBehavior: Sendable, Hashable {
    /// Leaves the bar.
    case bounce
    /// Becomes narrower.
    case compress
    /// Stays.
    case none
  }

  /// Where in the bar it is. Override it.
  open var displayMode: DisplayMode { .bottom }
  /// What it does before the first page and after the last.
  open var overscrollBehavior: OverscrollBehavior = .bounce { didSet { setNeedsDisplay() } }
  /// Whether it begins at the first page and grows.
  open var isProgressive = false { didSet { setNeedsDisplay() } }
  /// How it follows the position.
  open var transitionStyle: BarTransitionStyle = .progressive { didSet { setNeedsDisplay() } }

  /// An indicator, laid out.
  public required init() {
    super.init()
    layout(in: self)
  }

  /// Puts the indicator's own views into `view`. Called once.
  open func layout(in view: View) {}

  /// What the bar draws: at `--x`, `--w` wide.
  open override func element(containing children: [Node]) -> Node {
    Node.div { children }.class("indicator").with {
      $0.classes.append(displayMode.rawValue)
      $0.attributes["aria-hidden"] = "true"
    }
  }
}

extension BarIndicator {
  /// No indicator.
  public final class None: BarIndicator {
    override var isDrawn: Bool { false }
  }
}
