import Locks

/// The `Date` header's value, made at most once a second.
final class DateHeader: Sendable {
  private let cached = Mutex((date: HTTPDate(seconds: 0), text: ""))

  var now: String {
    let date = HTTPDate.now
    return cached.withLock { cached in
      if cached.date != date || cached.text.isEmpty { cached = (date, date.description) }
      return cached.text
    }
  }
}
