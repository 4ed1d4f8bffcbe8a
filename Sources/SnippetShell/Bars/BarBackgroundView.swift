/// What is behind everything in a bar: Tabman's `TMBarBackgroundView`.
open class BarBackgroundView: View {
  /// How it looks.
  public enum Style {
    /// Nothing is drawn.
    case clear
    /// A colour.
    case flat(color: Color)
    /// The page seen through, blurred.
    case blur
    /// A view.
    case custom(view: View)
  }

  /// How it looks.
  open var style: Style {
    didSet {
      for view in subviews { view.removeFromSuperview() }
      if case .custom(let view) = style { addSubview(view) }
      setNeedsDisplay()
    }
  }

  /// A background.
  public init(style: Style = .blur) {
    self.style = style
    super.init()
    if case .custom(let view) = style { addSubview(view) }
  }

  /// A view that covers the bar.
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
