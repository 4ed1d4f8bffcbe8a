import Foundation

/// A button that shows text. Corresponds to Tabman's `TMLabelBarButton`.
open class LabelBarButton: BarButton {
  /// The vertical alignment of the word.
  public enum VerticalAlignment: String, Sendable, Hashable {
    /// The word is at the top.
    case top = "flex-start"
    /// The word is centered.
    case center
    /// The word is at the bottom.
    case bottom = "flex-end"
  }

  private let label = Label()

  /// The color of an unselected button; `nil` for that of the style sheet.
  open override var tintColor: Color! { didSet { update(for: selectionState) } }
  /// The color of the selected button; `nil` for that of the style sheet.
  open var selectedTintColor: Color! { didSet { update(for: selectionState) } }
  /// The font; `nil` for that of the style sheet, 17 pixels and semibold.
  open var font: Font? { didSet { update(for: selectionState) } }
  /// The font of the selected button; `nil` for ``font``.
  open var selectedFont: Font? { didSet { update(for: selectionState) } }
  /// The vertical alignment of the word.
  open var verticalAlignment: VerticalAlignment = .center { didSet { setNeedsDisplay() } }
  /// The word that the button shows.
  open var text: String? {
    get { label.text }
    set { label.text = newValue }
  }

  /// Adds the word, with 12 pixels above and below. The selection changes its color, not its opacity.
  open override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    contentInset = EdgeInsets(top: 12, left: 0, bottom: 12, right: 0)
    view.addSubview(label)
  }

  /// Always `nil`. The element has no color of its own, because ``tintColor`` applies only to an unselected button.
  override var drawnTint: Color? { nil }
  override var hasOwnInset: Bool { true }

  /// Adds the badge after the word.
  open override func layoutBadge(_ badge: BadgeView, in view: View) { view.addSubview(badge) }

  /// Shows the item's title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  /// Sets the font, and a color between those of the unselected and the selected button.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    label.textColor = color(for: selectionState, tintColor, selectedTintColor)
    label.font = selectionState.rawValue > 0.5 ? selectedFont ?? font : font
  }

  /// Returns a tab with the word aligned vertically.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with {
      if verticalAlignment != .center { $0.style["align-items"] = verticalAlignment.rawValue }
    }
  }
}

extension BarButton {
  /// Returns the color for a selection state, mixed from two colors. At both ends, `nil` selects the style sheet's
  /// color, so that its hover effect works.
  final func color(for state: SelectionState, _ tint: Color?, _ selected: Color?) -> Color? {
    switch state {
    case .unselected: tint
    case .selected: selected
    case .partial(let delta): (tint ?? .muted).mixed(with: selected ?? .accent, fraction: delta)
    }
  }
}
