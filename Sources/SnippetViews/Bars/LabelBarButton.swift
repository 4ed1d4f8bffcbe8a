import Foundation

/// A button that shows text. Corresponds to Tabman's `TMLabelBarButton`.
open class LabelBarButton: TitledBarButton {
  /// The vertical alignment of the text.
  public enum VerticalAlignment: String, Sendable, Hashable {
    /// The text is at the top.
    case top = "flex-start"
    /// The text is centered.
    case center
    /// The text is at the bottom.
    case bottom = "flex-end"
  }

  /// The font; `nil` for the style sheet's font, which is semibold with 17 pixels.
  open override var font: Font? { didSet { update(for: selectionState) } }
  /// The font of the selected button; `nil` for ``font``.
  open var selectedFont: Font? { didSet { update(for: selectionState) } }
  /// The vertical alignment of the text.
  open var verticalAlignment: VerticalAlignment = .center { didSet { setNeedsDisplay() } }
  /// The text that the button shows.
  open var text: String? {
    get { label.text }
    set { label.text = newValue }
  }

  /// Adds the label, with 12 pixels of space above and below.
  open override func layout(in view: View) {
    super.layout(in: view)
    contentInset = EdgeInsets(top: 12, left: 0, bottom: 12, right: 0)
    view.addSubview(label)
  }

  override func font(for state: SelectionState) -> Font? { state.rawValue > 0.5 ? selectedFont ?? font : font }

  /// Returns the button's element, with the vertical alignment of the text.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with {
      if verticalAlignment != .center { $0.style["align-items"] = verticalAlignment.rawValue }
    }
  }
}
