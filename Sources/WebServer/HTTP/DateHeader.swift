import Glibc
import Synchronization

/// The `Date` header's value (RFC 9110, section 5.6.7), made at most once a second.
final class DateHeader: Sendable {
  private let cached = Mutex((second: time_t(-1), text: ""))

  var now: String {
    let second = time(nil)
    return cached.withLock { cached in
      if cached.second != second { cached = (second, Self.text(of: second)) }
      return cached.text
    }
  }

  static func text(of second: time_t) -> String {
    var second = second
    var parts = tm()
    gmtime_r(&second, &parts)
    let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    func two(_ number: CInt) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
      + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
  }
}
