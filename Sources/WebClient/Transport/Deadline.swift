/// A moment after which waiting is given up. Real time, whatever clock a test injects elsewhere.
package struct Deadline: Sendable {
  private let instant: ContinuousClock.Instant

  package init(after limit: Duration) {
    instant = .now + limit
  }

  package init(at instant: ContinuousClock.Instant) {
    self.instant = instant
  }

  /// Never negative.
  package var remaining: Duration {
    max(.zero, ContinuousClock.now.duration(to: instant))
  }

  /// What is left, as `poll` takes it.
  package var milliseconds: Int32 {
    let (seconds, attoseconds) = remaining.components
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
