/// Decides whether a WebSocket's peer is still there. After half of a time of silence the peer is asked for a sign of
/// life; after all of it, it counts as gone. A pure value.
struct SilenceWatch {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    /// To be looked at again after this.
    case wait(Duration)
    /// It is to be asked, and looked at again after this.
    case ask(Duration)
    case gone
  }

  private let limit: Duration
  private var lastHeard: Instant
  private var isAsked = false

  init(limit: Duration, from now: Instant) {
    self.limit = limit
    lastHeard = now
  }

  mutating func heard(at now: Instant) {
    lastHeard = now
    isAsked = false
  }

  mutating func verdict(at now: Instant) -> Verdict {
    let silence = now - lastHeard
    if silence >= limit { return .gone }
    if silence < limit / 2 { return .wait(limit / 2 - silence) }
    defer { isAsked = true }
    return isAsked ? .wait(limit - silence) : .ask(limit - silence)
  }
}
