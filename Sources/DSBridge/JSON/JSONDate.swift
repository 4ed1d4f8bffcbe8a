import Foundation

/// Dates as JavaScript's `toJSON` writes them: ISO 8601 in UTC, with milliseconds.
enum JSONDate {
  static func date(from text: String) -> Date? {
    let styles = [Date.ISO8601FormatStyle(includingFractionalSeconds: true), Date.ISO8601FormatStyle()]
    for style in styles {
      if let date = try? style.parse(text) { return date }
    }
    return nil
  }

  static func text(of date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
