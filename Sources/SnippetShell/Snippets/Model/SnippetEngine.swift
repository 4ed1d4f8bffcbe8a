extension Snippet {
  /// What makes a page of a snippet's template. In JSON, and as a literal, a text in any case.
  public enum Engine: Sendable, Hashable {
    /// Mustache: `{{name}}` becomes a prop.
    case mustache
    /// The template is the page.
    case none
    /// One that is not known here; as ``none``.
    case other(String)

    /// Any text is one.
    public init(_ text: String) {
      switch text.trimming(while: \.isWhitespace).lowercased() {
      case "mustache": self = .mustache
      case "none": self = .none
      case let other: self = .other(other)
      }
    }

    /// In lower case.
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
  /// As ``init(_:)``.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Of a text.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  /// As a text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

extension StringProtocol {
  /// Without the characters at both ends that are such.
  func trimming(while isSuch: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isSuch($0) }), let last = lastIndex(where: { !isSuch($0) }) else {
      return ""
    }
    return String(self[first...last])
  }
}
