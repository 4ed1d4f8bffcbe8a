/// The target of a request: a path and an optional query.
public struct URI: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The target as the client sent it.
  public let string: String

  /// Creates a target from a string. The path ends at the first "?".
  public init(_ string: String) {
    self.string = string
  }

  /// Creates a target from a string literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The percent-encoded path, as the client sent it.
  public var path: Substring { string[..<(queryMark ?? string.endIndex)] }

  /// The text after the first "?", as the client sent it; nil if there is no "?".
  public var query: Substring? { queryMark.map { string[string.utf8.index(after: $0)...] } }

  private var queryMark: String.Index? { string.utf8.firstIndex(of: UInt8(ascii: "?")) }

  /// The decoded names and values of a query such as `a=1&b=x+y`.
  public var queryParameters: Parameters {
    query.map { Parameters(form: $0) } ?? Parameters()
  }

  /// The target as the client sent it.
  public var description: String { string }
}
