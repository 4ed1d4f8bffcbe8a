/// A picture: a drawing of lines in the colour of the text around it, or a file.
public struct Image: Sendable, Hashable {
  enum Source: Sendable, Hashable {
    case icon(Icon)
    case address(String)
  }

  let source: Source

  /// A drawing of lines.
  public static func icon(_ icon: Icon) -> Image { Image(source: .icon(icon)) }

  private init(source: Source) { self.source = source }

  /// A picture from an http address, a path of this server, or `data:image/…`.
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
