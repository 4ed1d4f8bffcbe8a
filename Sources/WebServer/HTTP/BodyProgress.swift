/// Whether the body of a request arrives fast enough: something in each stretch of time, and all of it in the end. What
/// the handler takes to read is not counted.
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

  /// How long the stretch still is.
  func timeLeft(at now: ContinuousClock.Instant) -> Duration { max(.zero, stretchEnd - now) }

  /// At the end of a stretch: how long the next one is, nil when that was too slow. `received` bytes of the body are
  /// here.
  mutating func nextStretch(received: Int, at now: ContinuousClock.Instant) -> Duration? {
    guard received - seen >= limits.minimumBodyProgress, now < end else { return nil }
    return beginStretch(received: received, at: now)
  }

  /// As much has arrived as may wait for the handler: the peer cannot send more.
  mutating func pause(at now: ContinuousClock.Instant) {
    if pauseStart == nil { pauseStart = now }
  }

  var isPaused: Bool { pauseStart != nil }

  /// There is room again. No effect when there was.
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
