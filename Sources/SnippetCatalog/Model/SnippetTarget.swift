public import Foundation

extension Snippet {
  /// The page that a snippet shows. JSON and literals specify the target as text:
  ///
  /// | text | target |
  /// |---|---|
  /// | `/shop.html`, `shop.html?lang=sl#top` | a path on this server: a file in its root folder, or a route |
  /// | `https://shop.example/start` | a URL |
  /// | `remote://shop/start` | a path on the proxied site named `shop` |
  /// | `<!doctype html>…` | the HTML of the page: any text that begins with `<` |
  public enum Target: Sendable, Hashable {
    /// The page at an address.
    case at(Address)
    /// The HTML of the page.
    case html(String)

    /// Returns the target for a path on this server.
    public static func path(_ path: String) -> Target { .at(.path(path)) }
    /// Returns the target for an http or https URL.
    public static func url(_ url: URL) -> Target { .at(.url(url)) }
    /// Returns the target for a path on a proxied site. `name` is the name of the site.
    public static func remote(_ name: String, path: String = "/") -> Target { .at(.remote(name, path: path)) }

    /// Creates a target from text in one of the forms in the table above. Throws for any other text.
    public init(parsing text: String) throws(SnippetError) {
      if text.first(where: { !$0.isWhitespace }) == "<" {
        self = .html(text)
      } else {
        self = .at(try Address(parsing: text))
      }
    }

    /// The address of the page; `nil` if the target is HTML.
    package var address: Address? { if case .at(let address) = self { address } else { nil } }

    /// The text from which ``init(parsing:)`` creates this target.
    public var text: String {
      switch self {
      case .at(let address): address.text
      case .html(let html): html
      }
    }
  }

  /// The address of a page or a resource.
  public enum Address: Sendable, Hashable {
    /// A path on this server. It begins with `/` and may have a query and a fragment.
    case path(String)
    /// An http or https URL.
    case url(URL)
    /// A path on a proxied site. The first value is the name of the site.
    case remote(String, path: String)

    /// Creates an address from text. Throws if the text is not an address. See the table in ``Snippet/Target``.
    public init(parsing text: String) throws(SnippetError) {
      // Rejects white space, control characters and backslashes, because browsers and Foundation parse them
      // differently.
      guard !text.isEmpty, !text.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "\\") }) else {
        throw SnippetError("\"\(text)\" is not an address. \(Self.example).")
      }
      if let colon = text.firstIndex(of: ":"), !text[..<colon].contains(where: { "/?#".contains($0) }) {
        self = try Self(text, scheme: text[..<colon].lowercased())
      } else if text.hasPrefix("//") {
        throw SnippetError("\"\(text)\" has no scheme. Write https:\(text).")
      } else {
        self = .path(text.hasPrefix("/") ? text : "/\(text)")
      }
    }

    private init(_ text: String, scheme: String) throws(SnippetError) {
      switch scheme {
      case "http", "https":
        guard let url = URL(string: text), let host = url.host(percentEncoded: false), !host.isEmpty, url.user == nil,
          url.password == nil
        else { throw SnippetError("\"\(text)\" is not an address. \(Self.example).") }
        self = .url(url)
      case "remote":
        let rest = text.dropFirst("remote://".count)
        let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let path = rest[end...]
        guard text.lowercased().hasPrefix("remote://"), end > rest.startIndex,
          rest[..<end].utf8.allSatisfy("abcdefghijklmnopqrstuvwxyz0123456789-".utf8.contains)
        else {
          throw SnippetError("\"\(text)\" does not name a proxied site. Write for example remote://shop/start.")
        }
        self = .remote(String(rest[..<end]), path: path.hasPrefix("/") ? String(path) : "/\(path)")
      default:
        throw SnippetError("\"\(text)\" has the unsupported scheme \(scheme). \(Self.example).")
      }
    }

    /// The text from which ``init(parsing:)`` creates this address.
    public var text: String {
      switch self {
      case .path(let path): path
      case .url(let url): url.absoluteString
      case .remote(let name, let path): "remote://\(name)\(path)"
      }
    }

    private static let example = "Write for example /shop.html or https://shop.example/"
  }
}

extension Snippet.Target: ExpressibleByStringLiteral {
  /// Creates a target as ``init(parsing:)`` does. An invalid literal stops the program.
  public init(stringLiteral value: StaticString) {
    do { try self.init(parsing: "\(value)") } catch { preconditionFailure(error.description) }
  }
}

extension Snippet.Target: Codable {
  /// Decodes a target from its text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SnippetError) in try Self(parsing: text) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Snippet.Address: Codable {
  /// Decodes an address from its text.
  public init(from decoder: any Decoder) throws {
    self = try decoder.text { (text) throws(SnippetError) in try Self(parsing: text) }
  }

  /// Encodes the text.
  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension Decoder {
  /// Decodes a string and returns the value that `read` creates from it. If `read` throws, the coding path is added to
  /// the error.
  func text<Value>(_ read: (String) throws(SnippetError) -> Value) throws -> Value {
    let text = try String(from: self)
    do { return try read(text) } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: codingPath, debugDescription: error.problem))
    }
  }
}
