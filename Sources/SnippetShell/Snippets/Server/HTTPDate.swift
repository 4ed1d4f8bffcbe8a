import Foundation

/// The value of a `Date` header: `Sun, 06 Nov 1994 08:49:37 GMT`.
enum HTTPDate {
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Nil for what is none.
  static func date(from text: String) -> Date? {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", let month = months.firstIndex(of: String(words[2])) else { return nil }
    let numbers = ([words[1], words[3]] + words[4].split(separator: ":")).map { Int($0) }
    guard numbers.count == 5, case let all = numbers.compactMap(\.self), all.count == 5, (1...31).contains(all[0]),
      (1970...9999).contains(all[1]), (0..<24).contains(all[2]), (0..<60).contains(all[3]), (0...60).contains(all[4])
    else { return nil }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(
      from: DateComponents(
        year: all[1], month: month + 1, day: all[0], hour: all[2], minute: all[3], second: all[4]))
  }
}
