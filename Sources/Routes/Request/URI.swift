/// What a request asks for: a path, and perhaps a query.
public struct URI: Sendable, Hashable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// As it was sent.
  public let string: String
  /// Of the path, in UTF-8.
  private let pathLength: Int

  /// Any text; the path goes to the first "?".
  public init(_ string: String) {
    self.string = string
    pathLength =
      string.utf8.firstIndex(of: UInt8(ascii: "?")).map { string.utf8.distance(from: string.startIndex, to: $0) }
      ?? string.utf8.count
  }

  /// As ``init(_:)``.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Percent-encoded, as it was sent.
  public var path: Substring { Substring(string.utf8.prefix(pathLength)) }

  /// What follows the first "?", as it was sent; nil when there is none.
  public var query: Substring? {
    pathLength == string.utf8.count ? nil : Substring(string.utf8.dropFirst(pathLength + 1))
  }

  /// The query's names and values, decoded: `a=1&b=x+y`.
  public var queryParameters: Parameters {
    query.map { Parameters(form: $0) } ?? Parameters()
  }

  /// As it was sent.
  public var description: String { string }
}
