/// The background of a bar. Corresponds to Tabman's `TMBarBackgroundView`.
open class BarBackgroundView: View {
  /// The style of a background.
  public enum Style {
    /// A transparent background.
    case clear
    /// A background of one color.
    case flat(color: Color)
    /// A translucent background that blurs the page behind.
    case blur
    /// A view as the background.
    case custom(view: View)
  }

  /// The style; ``Style/blur`` by default.
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

  /// Returns an element that covers the bar.
  open override func element(containing children: [Node]) -> Node { Node.div { children }.class("backdrop") }

  override var isDrawn: Bool {
    if case .custom = style { true } else { false }
  }

  func decorate(_ bar: inout Node) {
    switch style {
    case .blur: break
    case .clear, .custom: bar.add("clear")
    case .flat(let color):
      bar.add("clear")
      bar.style["background"] = color.css
    }
  }
}
