import Foundation

/// An image over a word: Tabman's `TMTabItemBarButton`.
open class TabItemBarButton: BarButton {
  private let images = View()
  private let imageView = ImageView()
  private let selectedImageView = ImageView()
  private let label = Label()

  /// The colour when unselected; nil for the style sheet's.
  open override var tintColor: Color! { didSet { update(for: selectionState) } }
  /// The colour when selected; nil for the style sheet's.
  open var selectedTintColor: Color! { didSet { update(for: selectionState) } }
  /// The letters; nil for the style sheet's.
  open var font: Font? { didSet { label.font = font } }
  /// Whether the image is smaller when unselected.
  open var shrinksImageWhenUnselected = true { didSet { update(for: selectionState) } }

  /// The images over the word.
  open override func layout(in view: View) {
    super.layout(in: view)
    adjustsAlphaOnSelection = false
    images.classes = ["images"]
    images.addSubview(imageView)
    view.addSubview(images)
    view.addSubview(label)
    classes = ["item"]
  }

  /// It is the colour of one state only.
  override var drawnTint: Color? { nil }

  /// The badge at the image's upper corner.
  open override func layoutBadge(_ badge: BadgeView, in view: View) { view.addSubview(badge) }

  /// The item's images and title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    label.text = item.title
    imageView.image = item.image
    selectedImageView.image = item.selectedImage
    if item.selectedImage == nil {
      selectedImageView.removeFromSuperview()
    } else if selectedImageView.superview == nil {
      images.addSubview(selectedImageView)
    }
    update(for: selectionState)
  }

  /// Between both colours, images and sizes.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    let raw = selectionState.rawValue
    let color = color(for: selectionState, tintColor, selectedTintColor)
    label.textColor = color
    images.tintColor = color
    let hasTwo = selectedImageView.image != nil
    imageView.alpha = hasTwo ? 1 - raw : 1
    selectedImageView.alpha = raw
    let scale = shrinksImageWhenUnselected ? 0.9 + 0.1 * raw : 1
    images.transform = Transform(scaleX: scale, y: scale)
  }
}
