/// A point in time at which a wait ends. Always uses the continuous clock, even in tests that use another clock
/// elsewhere.
package struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  package init(after limit: Duration) {
    instant = .now + limit
  }

  /// The remaining time, which is never negative.
  package var remaining: Duration {
    max(.zero, ContinuousClock.now.duration(to: instant))
  }

  /// The remaining time in milliseconds, rounded up, as a timeout for `poll`.
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = remaining.components
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
