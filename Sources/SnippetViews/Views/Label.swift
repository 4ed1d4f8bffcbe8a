/// A view that shows text. Corresponds to `UILabel`.
open class Label: View {
  /// The text.
  open var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// The font; `nil` for the font of the surrounding text.
  open var font: Font? { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// The color; `nil` for the color of the surrounding text.
  open var textColor: Color? { didSet { if textColor != oldValue { setNeedsDisplay() } } }

  /// Creates a label that shows text.
  public convenience init(text: String) {
    self.init()
    self.text = text
  }

  /// Returns a `span`.
  open override func element(containing children: [Node]) -> Node {
    var node = Node.text(text ?? "")
    if let font { node = node.font(font) }
    if let textColor { node = node.foreground(textColor) }
    return node
  }
}
