import Foundation

/// The background of a bar or of a button. Corresponds to Tabman's `TMBarBackgroundView`.
open class BarBackgroundView: View {
  /// The style of a background.
  public enum Style {
    /// A transparent background.
    case clear
    /// A background of one color.
    case flat(color: Color)
    /// A translucent background in the theme's bar color that blurs the page behind it.
    case blur
    /// A translucent background in the given color that blurs the page behind it.
    case blurred(color: Color)
    /// A custom view as the background.
    case custom(view: View)

    /// Returns a translucent background that blurs the page behind it.
    public static func blur(style: BlurStyle) -> Style {
      switch style {
      case .regular, .prominent: .blur
      case .light, .extraLight: .blurred(color: .white)
      case .dark: .blurred(color: .black)
      }
    }
  }

  /// The brightness of a blurred background. Corresponds to `UIBlurEffect.Style`.
  public enum BlurStyle: Sendable, Hashable {
    /// The theme's bar color, which follows light and dark mode.
    case regular
    /// The same as ``regular``.
    case prominent
    /// White.
    case light
    /// The same as ``light``.
    case extraLight
    /// Black.
    case dark
  }

  /// The style of the background.
  open var style: Style {
    didSet {
      for view in subviews { view.removeFromSuperview() }
      if case .custom(let view) = style { addSubview(view) }
      setNeedsDisplay()
    }
  }

  /// Creates a background.
  public init(style: Style = .blur) {
    self.style = style
    super.init()
    if case .custom(let view) = style { addSubview(view) }
  }

  /// Returns an element that covers the bar or the button.
  open override func element(containing children: [Node]) -> Node {
    Node.div { children }.class("backdrop").with {
      switch style {
      case .clear, .custom: break
      case .flat(let color): $0.style["background"] = color.css
      case .blur: $0.add("blurred")
      case .blurred(let color):
        $0.add("blurred")
        $0.style["background"] = color.withAlphaComponent(0.8).css
      }
    }
  }

  /// Whether the background shows anything.
  var isVisible: Bool {
    if case .clear = style { backgroundColor != nil || !subviews.isEmpty } else { true }
  }

  /// Whether the background needs its own element in the bar, as a custom view or a blur with a given color does. All
  /// other backgrounds are drawn by the style of the bar's element.
  var isDrawnInBar: Bool {
    switch style {
    case .custom, .blurred: true
    case .clear, .flat, .blur: false
    }
  }

  func decorate(_ bar: inout Node) {
    if case .blur = style { return }
    bar.add("clear")
    if case .flat(let color) = style { bar.style["background"] = color.css }
  }
}
