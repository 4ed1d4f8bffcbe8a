import Foundation

/// A date in the format of HTTP (RFC 9110, section 5.6.7), in whole seconds.
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
    let clamped = min(max(seconds, -62_167_219_200), 253_402_300_799)
    let days = clamped.quotient(roundingDownBy: 86_400)
    let time = clamped - days * 86_400
    let date = Self.date(ofDay: days)
    // 1970 began on a Thursday.
    let weekday = Self.weekdays[Int(((days + 4) % 7 + 7) % 7)]
    let clock = [time / 3600, time / 60 % 60, time % 60].map { Self.padded($0, 2) }.joined(separator: ":")
    return
      "\(weekday), \(Self.padded(date.day, 2)) \(Self.months[Int(date.month) - 1]) \(Self.padded(date.year, 4)) \(clock) GMT"
  }

  /// Parses the three formats that a server must accept. Returns `nil` for anything else.
  /// - Parameter now: The current time, which determines the century of a two-digit year: the result is at most 50
  ///   years ahead.
  package init?(_ text: String, now: HTTPDate) {
    var words = text.split(whereSeparator: { $0 == " " || $0 == "," }).map(String.init)
    // The name of the day is ignored. The rest is "06 Nov 1994 …", "06-Nov-94 …" or "Nov 6 08:49:37 1994".
    guard words.count >= 4 else { return nil }
    words.removeFirst()
    var parts: [String]
    if words.count == 3, words[2] == "GMT" {
      parts = words[0].split(separator: "-").map(String.init) + [words[1]]
    } else if words.count == 5, words[4] == "GMT" {
      parts = Array(words[..<4])
    } else if words.count == 4 {
      parts = [words[1], words[0], words[3], words[2]]
    } else {
      return nil
    }
    guard parts.count == 4, let day = Self.number(parts[0], in: 1...31),
      let month = Self.months.firstIndex(of: parts[1]), var year = Self.number(parts[2], in: 0...9999)
    else { return nil }
    if parts[2].utf8.count == 2 {
      let thisYear = Self.date(ofDay: now.seconds.quotient(roundingDownBy: 86_400)).year
      year += thisYear - thisYear % 100
      if year > thisYear + 50 { year -= 100 }
    }
    let clock = parts[3].split(separator: ":").map(String.init)
    guard clock.count == 3, let hour = Self.number(clock[0], in: 0...23),
      let minute = Self.number(clock[1], in: 0...59),
      let second = Self.number(clock[2], in: 0...60)
    else { return nil }
    seconds = Self.day(year: year, month: Int64(month) + 1, day: day) * 86_400 + hour * 3600 + minute * 60 + second
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  private static func padded(_ number: Int64, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
  }

  private static func number(_ text: String, in range: ClosedRange<Int64>) -> Int64? {
    guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int64(text) else { return nil }
    return range.contains(number) ? number : nil
  }

  // In a year that begins in March, the leap day is the last day, so every month begins at a fixed day. Month m (0 is
  // March) begins on day (153 m + 2) / 5. All eras of 400 years have the same length.
  private static let daysPerEra: Int64 = 146_097
  /// The number of days from 1 March of the year 0 to 1 January 1970.
  private static let epoch: Int64 = 719_468

  private static func day(year: Int64, month: Int64, day: Int64) -> Int64 {
    let shiftedYear = month > 2 ? year : year - 1
    let era = shiftedYear.quotient(roundingDownBy: 400)
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return era * daysPerEra + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - epoch
  }

  private static func date(ofDay day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + epoch
    let era = shifted.quotient(roundingDownBy: daysPerEra)
    let dayOfEra = shifted - era * daysPerEra
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = (shiftedMonth + 2) % 12 + 1
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension Int64 {
  /// Returns the quotient rounded towards minus infinity. `divisor` must be positive.
  fileprivate func quotient(roundingDownBy divisor: Int64) -> Int64 {
    self >= 0 ? self / divisor : -((-(self + 1)) / divisor) - 1
  }
}
