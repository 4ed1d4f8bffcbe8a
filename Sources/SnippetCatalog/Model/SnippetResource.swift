extension Snippet {
  /// A style sheet or script that is added to a snippet's page, given by its address or as text.
  ///
  ///     { "url": "/shop.css", "contentType": "text/css" }
  ///     { "text": "document.title = 'Shop'", "contentType": "text/javascript" }
  public struct Resource: Sendable, Hashable {
    /// The type of a resource.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// A style sheet.
      case css = "text/css"
      /// A script.
      case js = "text/javascript"
    }

    /// The content of a resource.
    public enum Content: Sendable, Hashable {
      /// A resource at an address, which is fetched whenever the page is generated.
      case at(Address)
      /// The text of the resource.
      case text(String)

      var address: Address? { if case .at(let address) = self { address } else { nil } }
    }

    /// The type of the resource.
    public var kind: Kind
    /// The content of the resource.
    public var content: Content

    /// Creates a resource.
    public init(_ kind: Kind, _ content: Content) {
      self.kind = kind
      self.content = content
    }
  }

  /// A style sheet or script as text, which is inserted into a page. In JSON, `{ "css": "…" }` or `{ "js": "…" }`.
  public enum Override: Sendable, Hashable {
    /// The rules of a style sheet.
    case css(String)
    /// A script.
    case js(String)

    init(_ kind: Resource.Kind, _ text: String) {
      self = kind == .css ? .css(text) : .js(text)
    }
  }
}

extension Snippet.Resource: Codable {
  private enum Key: String, CodingKey {
    case url, text, contentType
  }

  /// Decodes an object with `contentType` and either `url` or `text`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let name = try container.decode(String.self, forKey: .contentType)
    guard let kind = Kind(rawValue: name.lowercased()) else {
      throw DecodingError.dataCorruptedError(
        forKey: .contentType, in: container,
        debugDescription: "\"\(name)\" is neither \"text/css\" nor \"text/javascript\".")
    }
    self.kind = kind
    if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      content = .text(text)
    } else {
      content = .at(try container.decode(Snippet.Address.self, forKey: .url))
    }
  }

  /// Encodes the resource in the format of `init(from:)`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(kind, forKey: .contentType)
    switch content {
    case .at(let address): try container.encode(address, forKey: .url)
    case .text(let text): try container.encode(text, forKey: .text)
    }
  }
}

extension Snippet.Override: Codable {
  private enum Key: String, CodingKey {
    case css, js
  }

  /// Decodes an object with either `css` or `js`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let css = try container.decodeIfPresent(String.self, forKey: .css) {
      self = .css(css)
    } else if let js = try container.decodeIfPresent(String.self, forKey: .js) {
      self = .js(js)
    } else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "It has neither \"css\" nor \"js\"."))
    }
  }

  /// Encodes the override in the format of `init(from:)`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .css(let text): try container.encode(text, forKey: .css)
    case .js(let text): try container.encode(text, forKey: .js)
    }
  }
}
