/// The common base class of ``LabelBarButton`` and ``TabItemBarButton``: a button with a title whose color follows the
/// selection. Create subclasses of those two classes, because this class does not add the title to the button.
open class TitledBarButton: BarButton {
  let label = Label()

  /// The color of an unselected button; `nil` for the style sheet's color.
  open override var tintColor: Color! { didSet { update(for: selectionState) } }
  /// The color of the selected button; `nil` for the style sheet's color.
  open var selectedTintColor: Color! { didSet { update(for: selectionState) } }
  /// The font; `nil` for the style sheet's font.
  open var font: Font? { didSet { label.font = font(for: selectionState) } }

  /// Turns off ``adjustsAlphaOnSelection``, because selecting the button changes the color of the title instead.
  open override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
  }

  /// Always `nil`. The element has no color of its own, because ``tintColor`` applies only to an unselected button.
  override var drawnTint: Color? { nil }
  override var hasOwnInset: Bool { true }

  /// Adds the badge after the title. In a ``TabItemBarButton``, the style sheet shows the badge at the upper corner of
  /// the image.
  open override func layoutBadge(_ badge: BadgeView, in view: View) { view.addSubview(badge) }

  /// Shows the item's title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    label.text = item.title
  }

  /// Sets the title's font, and blends its color between the unselected and the selected color.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    label.textColor = color(for: selectionState)
    label.font = font(for: selectionState)
  }

  /// Returns the color for a selection state. For a fully selected or unselected button, the result may be `nil`, which
  /// selects the style sheet's color and its hover effect.
  final func color(for state: SelectionState) -> Color? {
    switch state {
    case .unselected: tintColor
    case .selected: selectedTintColor
    case .partial(let delta): (tintColor ?? .muted).mixed(with: selectedTintColor ?? .accent, fraction: delta)
    }
  }

  func font(for state: SelectionState) -> Font? { font }
}
