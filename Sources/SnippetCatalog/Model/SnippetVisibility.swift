public import Foundation

extension Snippet {
  /// The period during which a snippet is shown, according to the clock of the server that sends the list.
  ///
  /// In JSON, the dates have the ISO 8601 format, with or without fractional seconds: `2026-12-01T00:00:00Z`.
  public struct Visibility: Sendable, Hashable {
    /// The first moment at which the snippet is shown; `nil` for no beginning.
    public var from: Date?
    /// The moment at which the snippet is hidden again; `nil` for no end.
    public var until: Date?

    /// Creates a visibility period.
    public init(from: Date? = nil, until: Date? = nil) {
      self.from = from
      self.until = until
    }

    /// Returns whether the snippet is shown at a date.
    public func contains(_ date: Date) -> Bool {
      if let from, date < from { return false }
      if let until, date >= until { return false }
      return true
    }

    /// Returns the next moment after a date at which the visibility may change; `nil` if there is none.
    func nextChange(after date: Date) -> Date? {
      [from, until].compactMap(\.self).filter { $0 > date }.min()
    }
  }
}

extension Snippet.Visibility: Codable {
  private enum Key: String, CodingKey {
    case from = "fromUtc"
    case until = "untilUtc"
  }

  /// Decodes an object with `fromUtc`, `untilUtc`, both or none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    func date(_ key: Key) throws -> Date? {
      guard let text = try container.decodeIfPresent(String.self, forKey: key) else { return nil }
      for fractions in [false, true] {
        if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: fractions).parse(text) { return date }
      }
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "\"\(text.printable)\" is not a date. Write for example 2026-12-01T00:00:00Z.")
    }
    from = try date(.from)
    until = try date(.until)
  }

  /// Encodes the visibility in the format of `init(from:)`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let style = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    try container.encodeIfPresent(from?.formatted(style), forKey: .from)
    try container.encodeIfPresent(until?.formatted(style), forKey: .until)
  }
}
