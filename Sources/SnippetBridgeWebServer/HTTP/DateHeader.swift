import DSBridgeLocks

/// The value of the `Date` header, created at most once per second.
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
