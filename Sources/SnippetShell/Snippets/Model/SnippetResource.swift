extension Snippet {
  /// A style sheet or a script for a snippet's page, by its address or as text.
  ///
  ///     { "url": "/shop.css", "contentType": "text/css" }
  ///     { "text": "document.title = 'Shop'", "contentType": "text/javascript" }
  public struct Resource: Sendable, Hashable {
    /// Which of the two.
    public enum Kind: String, Sendable, Hashable, Codable {
      /// A style sheet.
      case css = "text/css"
      /// A script.
      case js = "text/javascript"
    }

    /// Where it comes from.
    public enum Content: Sendable, Hashable {
      /// It is fetched for each page that is made.
      case at(Address)
      /// It is this.
      case text(String)
    }

    /// Which of the two.
    public var kind: Kind
    /// Where it comes from.
    public var content: Content

    /// As given.
    public init(_ kind: Kind, _ content: Content) {
      self.kind = kind
      self.content = content
    }
  }

  /// A style sheet or a script as text: what is put into a page. In JSON `{ "css": "…" }` or `{ "js": "…" }`.
  public enum Override: Sendable, Hashable {
    /// Rules of a style sheet.
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

  /// Of an object with `contentType` and either `url` or `text`.
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

  /// As it is decoded.
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

  /// Of an object with either `css` or `js`.
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

  /// As it is decoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .css(let text): try container.encode(text, forKey: .css)
    case .js(let text): try container.encode(text, forKey: .js)
    }
  }
}
