/// Text: `UILabel`.
open class Label: View {
  /// What stands there.
  open var text: String? { didSet { if text != oldValue { setNeedsDisplay() } } }
  /// The letters; nil for those around it.
  open var font: Font? { didSet { if font != oldValue { setNeedsDisplay() } } }
  /// The colour; nil for that of the text around it.
  open var textColor: Color? { didSet { if textColor != oldValue { setNeedsDisplay() } } }

  /// A label with a text.
  public convenience init(text: String) {
    self.init()
    self.text = text
  }

  /// A `span`.
  open override func element(containing children: [Node]) -> Node {
    var node = Node.text(text ?? "")
    if let font { node = node.font(font) }
    if let textColor { node = node.foreground(textColor) }
    return node
  }
}
