extension Snippet {
  /// The engine that generates a page from a snippet's template. JSON and literals specify the engine by its
  /// case-insensitive name.
  public struct Engine: Sendable, Hashable, Codable, ExpressibleByStringLiteral {
    /// The name in lower case.
    public let name: String

    /// The Mustache engine, which replaces `{{name}}` with a prop.
    public static let mustache = Engine("mustache")
    /// No engine. The page is the unchanged template.
    public static let none = Engine("none")
    /// Returns an unknown engine, which is treated as ``none``.
    public static func other(_ name: String) -> Engine { Engine(name) }

    /// Creates an engine from any name.
    public init(_ text: String) { name = text.trimming(while: \.isWhitespace).lowercased() }

    /// Creates an engine from any name, as ``init(_:)`` does.
    public init(stringLiteral value: String) { self.init(value) }

    /// Decodes an engine from its name.
    public init(from decoder: any Decoder) throws { self.init(try String(from: decoder)) }

    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws { try name.encode(to: encoder) }
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
