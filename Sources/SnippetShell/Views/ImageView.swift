/// Shows an image, as decoration: `UIImageView`.
open class ImageView: View {
  /// The image; without one the view is left out.
  open var image: Image? { didSet { if image != oldValue { setNeedsDisplay() } } }

  /// A view of an image.
  public convenience init(image: Image?) {
    self.init()
    self.image = image
  }

  /// An `svg` or an `img`.
  open override func element(containing children: [Node]) -> Node { image?.node ?? Node.text("").hidden() }
}
