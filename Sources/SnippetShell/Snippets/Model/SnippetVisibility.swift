public import Foundation

extension Snippet {
  /// When a snippet is shown, by the time of the server that its list comes from.
  ///
  /// In JSON dates of ISO 8601, with or without fractions of seconds: `2026-12-01T00:00:00Z`.
  public struct Visibility: Sendable, Hashable {
    /// From this moment on; nil for always until then.
    public var from: Date?
    /// Before this moment; nil for ever from then on.
    public var until: Date?

    /// As given.
    public init(from: Date? = nil, until: Date? = nil) {
      self.from = from
      self.until = until
    }

    /// Whether it is shown then.
    public func contains(_ date: Date) -> Bool {
      if let from, date < from { return false }
      if let until, date >= until { return false }
      return true
    }

    /// The next moment after this one at which that may change.
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

  /// Of an object with `fromUtc`, `untilUtc`, both or none.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    from = try container.decodeIfPresent(Moment.self, forKey: .from)?.date
    until = try container.decodeIfPresent(Moment.self, forKey: .until)?.date
  }

  /// As it is decoded.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encodeIfPresent(from.map(Moment.init), forKey: .from)
    try container.encodeIfPresent(until.map(Moment.init), forKey: .until)
  }

  /// A date as ISO 8601 writes it.
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
        throw SnippetError("\"\(text)\" is no date: 2026-12-01T00:00:00Z would be one.")
      }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    }
  }
}
