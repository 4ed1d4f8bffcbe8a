/// An image: an icon in the color of the surrounding text, or a file.
public struct Image: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case icon(Icon)
    case address(String)
  }

  let source: Source

  /// Returns the image of an icon.
  public static func icon(_ icon: Icon) -> Image { Image(source: .icon(icon)) }

  private init(source: Source) { self.source = source }

  /// Creates an image from an HTTP URL, a path of this server, or `data:image/…`. Throws if the address is not
  /// allowed.
  public init(_ address: String) throws(NodeError) {
    _ = try Node.image(address, label: "")
    source = .address(address)
  }

  var node: Node {
    switch source {
    case .icon(let icon): Node.icon(icon)
    case .address(let address): Node(known: "img").with { $0.attributes = ["src": address, "alt": ""] }
    }
  }
}

/// A view that shows an image as decoration. Corresponds to `UIImageView`.
open class ImageView: View {
  /// The image. If `nil`, the view is hidden.
  open var image: Image? { didSet { if image != oldValue { setNeedsDisplay() } } }

  /// Creates a view of an image.
  public convenience init(image: Image?) {
    self.init()
    self.image = image
  }

  /// Returns an `svg`, an `img`, or a hidden element if there is no image.
  open override func element(containing children: [Node]) -> Node { image?.node ?? Node.text("").hidden() }
}
