/// Whether the body of a request arrives fast enough: something in each stretch of time, and all of it in the end.
struct BodyProgress {
  private let limits: HTTPLimits
  private let end: ContinuousClock.Instant
  private var seen = 0

  init(_ limits: HTTPLimits, from start: ContinuousClock.Instant) {
    self.limits = limits
    end = start + limits.bodyTimeLimit
  }

  /// At the end of a stretch: how long the next one is, nil when that was too slow. `received` bytes of the body are
  /// here.
  mutating func nextStretch(received: Int, at now: ContinuousClock.Instant) -> Duration? {
    guard received - seen >= limits.minimumBodyProgress, now < end else { return nil }
    seen = received
    return min(limits.headTimeLimit, end - now)
  }
}
