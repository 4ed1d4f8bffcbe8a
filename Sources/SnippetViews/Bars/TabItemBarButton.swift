public import Foundation

/// A button that shows an image above text. Corresponds to Tabman's `TMTabItemBarButton`.
open class TabItemBarButton: TitledBarButton {
  private let images = View()
  private let imageView = ImageView()
  private let selectedImageView = ImageView()

  /// Whether the image of an unselected button is smaller.
  open var shrinksImageWhenUnselected = true { didSet { update(for: selectionState) } }

  /// The size of the image; 26 × 26 pixels by default.
  open var imageViewSize = CGSize(width: 26, height: 26) { didSet { sizeImages() } }
  /// The way in which an image with a different aspect ratio is fitted into ``imageViewSize``.
  open var imageContentMode = View.ContentMode.scaleAspectFit { didSet { sizeImages() } }

  private func sizeImages() {
    for view in [imageView, selectedImageView] {
      view.contentMode = imageContentMode
      view.size = imageViewSize
    }
  }

  /// Adds the images above the text.
  open override func layout(in view: View) {
    super.layout(in: view)
    images.classes = ["images"]
    images.addSubview(imageView)
    view.addSubview(images)
    view.addSubview(label)
    classes = ["item"]
  }

  /// Shows the item's images and title.
  open override func populate(for item: any BarItemable) {
    super.populate(for: item)
    imageView.image = item.image
    selectedImageView.image = item.selectedImage
    if item.selectedImage == nil {
      selectedImageView.removeFromSuperview()
    } else if selectedImageView.superview == nil {
      images.addSubview(selectedImageView)
    }
    update(for: selectionState)
  }

  /// Sets the color of the button, and the scale and the opacity of its images. Values are interpolated between those
  /// of the unselected and the selected state.
  open override func update(for selectionState: SelectionState) {
    super.update(for: selectionState)
    let raw = selectionState.rawValue
    images.tintColor = label.textColor
    let hasTwo = selectedImageView.image != nil
    imageView.alpha = hasTwo ? 1 - raw : 1
    selectedImageView.alpha = raw
    let scale = shrinksImageWhenUnselected ? 0.9 + 0.1 * raw : 1
    images.transform = Transform(scaleX: scale, y: scale)
  }
}
