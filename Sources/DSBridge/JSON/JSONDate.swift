import Foundation

/// Dates as JavaScript's `toJSON` writes them: ISO 8601 in UTC, with milliseconds.
enum JSONDate {
  static func date(from text: String) -> Date? {
    (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
      ?? (try? Date.ISO8601FormatStyle().parse(text))
  }

  static func text(of date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
