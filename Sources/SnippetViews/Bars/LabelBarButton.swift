import Foundation

/// A button that shows text. Corresponds to Tabman's `TMLabelBarButton`.
open class LabelBarButton: BarButton {
  /// The vertical alignment of the text.
  public enum VerticalAlignment: String, Sendable, Hashable {
    /// The text is at the top.
    case top = "flex-start"
    /// The text is centered.
    case center
    /// The text is at the bottom.
    case bottom = "flex-end"
  }

  private let label = Label()

  /// The color of an unselected button; `nil` for the style sheet's color.
  open override var tintColor: Color! { didSet { update(for: selectionState) } }
  /// The color of the selected button; `nil` for the style sheet's color.
  open var selectedTintColor: Color! { didSet { update(for: selectionState) } }
  /// The font; `nil` for the style sheet's font, which is semibold with 17 pixels.
  open var font: Font? { didSet { update(for: selectionState) } }
  /// The font of the selected button; `nil` for ``font``.
  open var selectedFont: Font? { didSet { update(for: selectionState) } }
  /// The vertical alignment of the text.
  open var verticalAlignment: VerticalAlignment = .center { didSet { setNeedsDisplay() } }
  /// The text that the button shows.
  open var text: String? {
    get { label.text }
    set { label.text = newValue }
  }

  /// Adds the label, with 12 pixels of space above and below. Selecting the button changes the color of the label, not
  /// its opacity.
  open override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    contentInset = EdgeInsets(top: 12, left: 0, bottom: 12, right: 0)
    view.addSubview(label)
  }

  /// Always `nil`. The element has no color of its own, because ``tintColor`` applies only to an unselected button.
  override var drawnTint: Color? { nil }
  override var hasOwnInset: Bool { true }

  /// Adds the badge after the text.
  open override func layoutBadge(_ badge: BadgeView, in view: View) { view.addSubview(badge) }

  /// Shows the item's title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  /// Sets the label's font, and blends the label's color between the unselected and the selected color.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    label.textColor = color(for: selectionState, tintColor, selectedTintColor)
    label.font = selectionState.rawValue > 0.5 ? selectedFont ?? font : font
  }

  /// Returns the button's element, with the vertical alignment of the text.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with {
      if verticalAlignment != .center { $0.style["align-items"] = verticalAlignment.rawValue }
    }
  }
}

extension BarButton {
  /// Returns the color for a selection state, mixed from two colors. For a fully selected or unselected button, the
  /// result may be `nil`, which selects the style sheet's color and its hover effect.
  final func color(for state: SelectionState, _ tint: Color?, _ selected: Color?) -> Color? {
    switch state {
    case .unselected: tint
    case .selected: selected
    case .partial(let delta): (tint ?? .muted).mixed(with: selected ?? .accent, fraction: delta)
    }
  }
}
