public import Foundation

extension Snippet {
  /// What a snippet shows. In JSON, and as a literal, a text:
  ///
  /// | text | target |
  /// |---|---|
  /// | `/shop.html`, `shop.html?lang=sl#top` | a path of this server: a file of its root, or a route |
  /// | `https://shop.example/start` | an address |
  /// | `remote://shop/start` | a path of the remote snippet with the name `shop` |
  /// | `<!doctype html>…` | the page itself: what begins with `<` |
  public enum Target: Sendable, Hashable {
    /// What is at an address.
    case at(Address)
    /// The page itself.
    case html(String)

    /// A path of this server.
    public static func path(_ path: String) -> Target { .at(.path(path)) }
    /// An address of http or https.
    public static func url(_ url: URL) -> Target { .at(.url(url)) }
    /// A path of the remote snippet with this name.
    public static func remote(_ name: String, path: String = "/") -> Target { .at(.remote(name, path: path)) }

    /// Throws for a text that is none of the table's.
    public init(parsing text: String) throws(SnippetError) {
      if text.first(where: { !$0.isWhitespace }) == "<" {
        self = .html(text)
      } else {
        self = .at(try Address(parsing: text))
      }
    }

    /// The text that ``init(parsing:)`` reads.
    public var text: String {
      switch self {
      case .at(let address): address.text
      case .html(let html): html
      }
    }
  }

  /// Where a page or a resource is.
  public enum Address: Sendable, Hashable {
    /// A path of this server. It begins with `/` and may have a query and a fragment.
    case path(String)
    /// An address of http or https.
    case url(URL)
    /// A path of the remote snippet with this name.
    case remote(String, path: String)

    /// Throws for a text that is no address. ``Snippet/Target`` has the table.
    public init(parsing text: String) throws(SnippetError) {
      // What browsers and Foundation read differently is not read at all.
      guard !text.isEmpty, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
        throw SnippetError("\"\(text)\" is no address: \(Self.example).")
      }
      if let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "/?#".contains($0) }) {
        self = try Self(text, scheme: text[..<colon].lowercased())
      } else if text.hasPrefix("//") {
        throw SnippetError("\"\(text)\" has no scheme: write https:\(text).")
      } else {
        self = .path(text.hasPrefix("/") ? text : "/\(text)")
      }
    }

    private init(_ text: String, scheme: String) throws(SnippetError) {
      switch scheme {
      case "http", "https":
        guard let url = URL(string: text), let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil,
          url.password == nil
        else { throw SnippetError("\"\(text)\" is no address: \(Self.example).") }
        self = .url(url)
      case "remote":
        let rest = text.dropFirst("remote://".count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let path = rest[end...]
        guard text.lowercased().hasPrefix("remote://"), end > rest.startIndex, Self.isName(rest[..<end]) else {
          throw SnippetError("\"\(text)\" names no remote snippet: remote://shop/start would.")
        }
        self = .remote(String(rest[..<end]), path: path.hasPrefix("/") ? String(path) : "/\(path)")
      default:
        throw SnippetError("\"\(text)\": addresses of the scheme \(scheme) are not shown. \(Self.example).")
      }
    }

    /// The text that ``init(parsing:)`` reads.
    public var text: String {
      switch self {
      case .path(let path): path
      case .url(let url): url.absoluteString
      case .remote(let name, let path): "remote://\(name)\(path)"
      }
    }

    private static let example = "/shop.html or https://shop.example/ would be one"

    /// As a remote snippet's name has them.
    private static func isName(_ text: Substring) -> Bool {
      text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-")
      }
    }
  }
}

extension Snippet.Target: ExpressibleByStringLiteral {
  /// As ``init(parsing:)``. A literal that is no target ends the program, as an index out of range does.
  public init(stringLiteral value: StaticString) {
    do { try self.init(parsing: "\(value)") } catch { preconditionFailure(error.description) }
  }
}

extension Snippet.Target: Codable {
  /// Of a text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SnippetError) in try Self(parsing: text) }
  }

  /// As a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Snippet.Address: Codable {
  /// Of a text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SnippetError) in try Self(parsing: text) }
  }

  /// As a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

extension Decoder {
  /// What `read` makes of a text; its error gets the place.
  func text<Value>(_ read: (String) throws(SnippetError) -> Value) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    do {
      return try read(text)
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: error.problem))
    }
  }
}
