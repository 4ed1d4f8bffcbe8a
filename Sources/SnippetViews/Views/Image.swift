import Foundation

/// An image: an icon in the color of the surrounding text, or a file.
public struct Image: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case icon(Icon)
    case address(String)
  }

  let source: Source

  /// Returns an image that shows an icon.
  public static func icon(_ icon: Icon) -> Image { Image(source: .icon(icon)) }

  private init(source: Source) { self.source = source }

  /// Creates an image from an HTTP URL, a path on this server, or a `data:image/…` URL. Throws if the address is not
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

/// A view that shows a decorative image, which screen readers ignore. Corresponds to `UIImageView`.
open class ImageView: View {
  /// The image. If `nil`, the view is hidden.
  open var image: Image? { didSet { if image != oldValue { setNeedsDisplay() } } }

  /// The way in which an image with a different aspect ratio is fitted into the view.
  open var contentMode = View.ContentMode.scaleAspectFit { didSet { if contentMode != oldValue { setNeedsDisplay() } } }
  /// The size of the image; `nil` for the size from the style sheet.
  var size: CGSize? { didSet { if size != oldValue { setNeedsDisplay() } } }

  /// Creates a view that shows an image.
  public convenience init(image: Image?) {
    self.init()
    self.image = image
  }

  /// Returns an `svg` element for an icon, an `img` element for a file, or a hidden element if there is no image.
  open override func element(containing children: [Node]) -> Node {
    guard var node = image?.node else { return Node.text("").hidden() }
    if let size {
      node.style["width"] = CSS.pixels(max(size.width, 0))
      node.style["height"] = CSS.pixels(max(size.height, 0))
    }
    if contentMode != .scaleAspectFit {
      node.style["object-fit"] = contentMode.rawValue
      // `object-fit` has no effect on an `svg` element, so an attribute of that element is used instead.
      if node.tag == "svg" {
        node.attributes["preserveAspectRatio"] = contentMode == .scaleToFill ? "none" : "xMidYMid slice"
      }
    }
    return node
  }
}

extension View {
  /// The way in which content with a different aspect ratio is fitted into a view. Corresponds to `UIView.ContentMode`.
  public enum ContentMode: String, Sendable, Hashable {
    /// Stretches the content.
    case scaleToFill = "fill"
    /// Shows all of the content, as large as possible.
    case scaleAspectFit = "contain"
    /// Fills the view, and crops the parts outside.
    case scaleAspectFill = "cover"
    /// Shows the content in its original size, in the center.
    case center = "none"
  }
}
