/// A check that a request's body arrives fast enough: a minimum number of bytes in each interval, and the whole body
/// before the time limit. Time during which the handler's buffer is full is not counted.
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

  /// Ends the current interval. Returns the length of the next interval, or `nil` if the body arrives too slowly.
  /// - Parameter received: The number of body bytes that have arrived.
  mutating func nextStretch(received: Int, at now: ContinuousClock.Instant) -> Duration? {
    guard received - seen >= limits.minimumBodyProgress, now < end else { return nil }
    return beginStretch(received: received, at: now)
  }

  /// Pauses the check because the handler's buffer is full, so the peer cannot send more.
  mutating func pause(at now: ContinuousClock.Instant) {
    if pauseStart == nil { pauseStart = now }
  }

  var isPaused: Bool { pauseStart != nil }

  /// Resumes the check because the buffer has room again. Has no effect if the check is not paused.
  mutating func resume(received: Int, at now: ContinuousClock.Instant) {
    guard let pauseStart = pauseStart.take() else { return }
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
