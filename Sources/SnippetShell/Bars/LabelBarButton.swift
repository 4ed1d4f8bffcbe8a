import Foundation

/// A word: Tabman's `TMLabelBarButton`.
open class LabelBarButton: BarButton {
  /// Where the word stands.
  public enum VerticalAlignment: String, Sendable, Hashable {
    /// Above.
    case top = "flex-start"
    /// In the middle.
    case center
    /// Below.
    case bottom = "flex-end"
  }

  private let label = Label()

  /// The colour when unselected; nil for the style sheet's.
  open override var tintColor: Color! { didSet { update(for: selectionState) } }
  /// The colour when selected; nil for the style sheet's.
  open var selectedTintColor: Color! { didSet { update(for: selectionState) } }
  /// The letters; nil for the style sheet's.
  open var font: Font? { didSet { update(for: selectionState) } }
  /// The letters when selected; nil for the same.
  open var selectedFont: Font? { didSet { update(for: selectionState) } }
  /// Where the word stands.
  open var verticalAlignment: VerticalAlignment = .center { didSet { setNeedsDisplay() } }
  /// The word.
  open var text: String? { label.text }

  /// The word, in colours that change with the selection, and not fainter.
  open override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    view.addSubview(label)
  }

  /// It is the colour of one state only.
  override var drawnTint: Color? { nil }

  /// The badge after the word.
  open override func layoutBadge(_ badge: BadgeView, in view: View) { view.addSubview(badge) }

  /// The item's title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  /// Between both colours.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    label.textColor = color(for: selectionState, tintColor, selectedTintColor)
    label.font = selectionState.rawValue > 0.5 ? selectedFont ?? font : font
  }

  /// A tab with its word where it is wanted.
  open override func element(containing children: [Node]) -> Node {
    super.element(containing: children).with {
      if verticalAlignment != .center { $0.style["align-items"] = verticalAlignment.rawValue }
    }
  }
}

extension BarButton {
  /// Between two colours; nil at both ends where the style sheet's colours are meant, so that its hover works.
  final func color(for state: SelectionState, _ tint: Color?, _ selected: Color?) -> Color? {
    switch state {
    case .unselected: tint
    case .selected: selected
    case .partial(let delta): (tint ?? .muted).mixed(with: selected ?? .accent, fraction: delta)
    }
  }
}
