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
    from = try container.decodeIfPresent(Moment.self, forKey: .from)?.date
    until = try container.decodeIfPresent(Moment.self, forKey: .until)?.date
  }

  /// Encodes the visibility in the format of `init(from:)`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(from.map(Moment.init), forKey: .from)
    try container.encodeIfPresent(until.map(Moment.init), forKey: .until)
  }

  /// A date that is encoded in ISO 8601.
  private struct Moment: Codable {
    let date: Date

    init(_ date: Date) {
      self.date = date
    }

    init(from decoder: any Decoder) throws {
      date = try decoder.text { text throws(SnippetError) in
        for fractions in [false, true] {
          if let date = try? Date.ISO8601FormatStyle(includingFractionalSeconds: fractions).parse(text) { return date }
        }
        throw SnippetError("\"\(text)\" is not a date. Write for example 2026-12-01T00:00:00Z.")
      }
    }

    func encode(to encoder: any Encoder) throws {
      try date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)).encode(to: encoder)
    }
  }
}
