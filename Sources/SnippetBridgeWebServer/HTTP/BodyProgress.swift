/// Checks that a request's body arrives fast enough: a minimum amount in each interval, and all of it before the time
/// limit. Pauses for the handler are not counted.
struct BodyProgress {
  private let limits: HTTPLimits
  private var end: ContinuousClock.Instant
  private var stretchEnd: ContinuousClock.Instant
  private var seen = 0
  private var pauseStart: ContinuousClock.Instant?

  init(_ limits: HTTPLimits, from start: ContinuousClock.Instant) {
    self.limits = limits
    end = start + limits.bodyTimeLimit
    stretchEnd = start + min(limits.headTimeLimit, limits.bodyTimeLimit)
  }

  /// Returns the remaining time of the current interval.
  func timeLeft(at now: ContinuousClock.Instant) -> Duration { max(.zero, stretchEnd - now) }

  /// Ends the current interval. Returns the length of the next one, or `nil` if the body was too slow.
  /// - Parameter received: The number of body bytes that have arrived.
  mutating func nextStretch(received: Int, at now: ContinuousClock.Instant) -> Duration? {
    guard received - seen >= limits.minimumBodyProgress, now < end else { return nil }
    return beginStretch(received: received, at: now)
  }

  /// Pauses the check while the handler's buffer is full, because the peer cannot send more in that time.
  mutating func pause(at now: ContinuousClock.Instant) {
    if pauseStart == nil { pauseStart = now }
  }

  var isPaused: Bool { pauseStart != nil }

  /// Continues the check when the buffer has room again. Has no effect if the check is not paused.
  mutating func resume(received: Int, at now: ContinuousClock.Instant) {
    guard let pauseStart else { return }
    self.pauseStart = nil
    end += now - pauseStart
    _ = beginStretch(received: received, at: now)
  }

  private mutating func beginStretch(received: Int, at now: ContinuousClock.Instant) -> Duration {
    seen = received
    let length = min(limits.headTimeLimit, end - now)
    stretchEnd = now + length
    return length
  }
}
