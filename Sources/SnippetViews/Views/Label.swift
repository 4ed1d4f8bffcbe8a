/// A view that shows text. Corresponds to `UILabel`.
open class Label: View {
  /// The text.
  open var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// The font; `nil` for that of the surrounding text.
  open var font: Font? { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// The color; `nil` for that of the surrounding text.
  open var textColor: Color? { didSet { if textColor != oldValue { setNeedsDisplay() } } }

  /// Creates a label with a text.
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
