/// The target of a request: a path and an optional query.
public struct URI: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The target as the client sent it.
  public let string: String
  /// The length of the path, in UTF-8 bytes.
  private let pathLength: Int

  /// Creates a target from a string. The path ends at the first "?".
  public init(_ string: String) {
    self.string = string
    pathLength =
      string.utf8.firstIndex(of: UInt8(ascii: "?")).map { string.utf8.distance(from: string.startIndex, to: $0) }
      ?? string.utf8.count
  }

  /// Creates a target from a string literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// The percent-encoded path, as the client sent it.
  public var path: Substring { Substring(string.utf8.prefix(pathLength)) }

  /// The text after the first "?", as the client sent it; nil if there is no "?".
  public var query: Substring? {
    pathLength == string.utf8.count ? nil : Substring(string.utf8.dropFirst(pathLength + 1))
  }

  /// The decoded names and values of a query such as `a=1&b=x+y`.
  public var queryParameters: Parameters {
    query.map { Parameters(form: $0) } ?? Parameters()
  }

  /// The target as the client sent it.
  public var description: String { string }
}
