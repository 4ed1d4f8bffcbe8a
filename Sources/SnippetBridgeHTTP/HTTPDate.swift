import Foundation

/// A date as used in HTTP (RFC 9110, section 5.6.7), in whole seconds.
package struct HTTPDate: Equatable, Comparable, Sendable, CustomStringConvertible {
  /// The number of seconds since 1970, UTC.
  package let seconds: Int64

  package init(seconds: Int64) {
    self.seconds = seconds
  }

  /// The current time of the system clock.
  package static var now: HTTPDate { HTTPDate(seconds: Int64(time(nil))) }

  package static func < (left: HTTPDate, right: HTTPDate) -> Bool { left.seconds < right.seconds }

  /// The date in the format `Sun, 06 Nov 1994 08:49:37 GMT`. Dates outside of the years 0 to 9999 are clamped to that
  /// range.
  package var description: String {
    let date = Self.calendarDate(min(max(seconds, -62_167_219_200), 253_402_300_799))
    let (weekday, month) = (Self.weekdays[Int(date.tm_wday)], Self.months[Int(date.tm_mon)])
    return String(
      format: "\(weekday), %02d \(month) %04d %02d:%02d:%02d GMT", date.tm_mday, date.tm_year + 1900, date.tm_hour,
      date.tm_min, date.tm_sec)
  }

  /// Parses a date in any of the three formats that a server must accept. Returns `nil` for any other text.
  /// - Parameter now: The current time, which determines the century of a two-digit year, so that the result is at most
  ///   50 years in the future.
  package init?(_ text: String, now: HTTPDate) {
    // The name of the day is ignored. The rest is "06 Nov 1994 …", "06-Nov-94 …" or "Nov 6 08:49:37 1994".
    let words = text.split(whereSeparator: { $0 == " " || $0 == "," }).dropFirst().map(String.init)
    let parts: [String]
    switch (words.count, words.last == "GMT") {
    case (3, true): parts = words[0].split(separator: "-").map(String.init) + [words[1]]
    case (5, true): parts = Array(words[..<4])
    case (4, _): parts = [words[1], words[0], words[3], words[2]]
    default: return nil
    }
    guard parts.count == 4, let day = Self.number(parts[0], in: 1...31),
      let month = Self.months.firstIndex(of: parts[1]), var year = Self.number(parts[2], in: 0...9999)
    else { return nil }
    if parts[2].utf8.count == 2 {
      let thisYear = Self.calendarDate(now.seconds).tm_year + 1900
      year += thisYear - thisYear % 100
      if year > thisYear + 50 { year -= 100 }
    }
    let clock = parts[3].split(separator: ":").map(String.init)
    guard clock.count == 3, let hour = Self.number(clock[0], in: 0...23),
      let minute = Self.number(clock[1], in: 0...59),
      let second = Self.number(clock[2], in: 0...60)
    else { return nil }
    var date = tm()
    (date.tm_year, date.tm_mon, date.tm_mday) = (year - 1900, CInt(month), day)
    (date.tm_hour, date.tm_min, date.tm_sec) = (hour, minute, second)
    seconds = Int64(timegm(&date))
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func number(_ text: String, in range: ClosedRange<CInt>) -> CInt? {
    guard text.utf8.allSatisfy(\.isDigit), let number = CInt(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  private static func calendarDate(_ seconds: Int64) -> tm {
    var (time, date) = (time_t(seconds), tm())
    gmtime_r(&time, &date)
    return date
  }
}
