extension Snippet {
  /// The engine that generates a page from a snippet's template. JSON and literals specify the engine by its
  /// case-insensitive name.
  public enum Engine: Sendable, Hashable {
    /// The Mustache engine, which replaces `{{name}}` with a prop.
    case mustache
    /// No engine. The page is the unchanged template.
    case none
    /// An unknown engine, which is treated as ``none``.
    case other(String)

    /// Creates an engine from any name.
    public init(_ text: String) {
      switch text.trimming(while: \.isWhitespace).lowercased() {
      case "mustache": self = .mustache
      case "none": self = .none
      case let other: self = .other(other)
      }
    }

    /// The name in lower case.
    public var name: String {
      switch self {
      case .mustache: "mustache"
      case .none: "none"
      case .other(let name): name
      }
    }
  }
}

extension Snippet.Engine: ExpressibleByStringLiteral, Codable {
  /// Creates an engine from any name, as ``init(_:)`` does.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Decodes an engine from its name.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// Encodes the name.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension StringProtocol {
  /// Returns the text without the characters at both ends for which `isSuch` returns `true`.
  func trimming(while isSuch: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isSuch($0) }), let last = lastIndex(where: { !isSuch($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
