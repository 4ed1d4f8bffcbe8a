/// A pure value that decides when a ping or a heartbeat is sent to a WebSocket's peer, and when a silent peer counts as
/// disconnected.
///
/// The answer to a ping shows the server that the peer is alive. A heartbeat is a message that shows a page that the
/// server is alive, because scripts cannot see pings. A ping is delayed, within limits, so that it is sent together
/// with the next heartbeat.
struct SilenceWatch {
  typealias Instant = ContinuousClock.Instant

  enum Verdict: Equatable {
    /// Check again after this time.
    case wait(Duration)
    /// Send a ping, a heartbeat or both, and check again after this time.
    case send(ping: Bool, heartbeat: Bool, next: Duration)
    case gone
  }

  private let limit: Duration
  /// The interval between heartbeats; zero if no heartbeats are sent.
  private let interval: Duration
  private var lastHeard: Instant
  private var lastSent: Instant
  private var isAsked = false

  init(limit: Duration, heartbeatInterval: Duration, from now: Instant) {
    self.limit = limit
    interval = heartbeatInterval
    lastHeard = now
    lastSent = now
  }

  mutating func heard(at now: Instant) {
    lastHeard = now
    isAsked = false
  }

  mutating func sent(at now: Instant) { lastSent = now }

  mutating func verdict(at now: Instant) -> Verdict {
    let silence = now - lastHeard
    if silence >= limit { return .gone }
    let hasHeartbeats = interval > .zero
    let isQuiet = hasHeartbeats && now - lastSent >= interval
    if isQuiet { lastSent = now }
    let latestPing = hasHeartbeats ? limit * 2 / 3 : limit / 2
    let asks = !isAsked && silence >= (isQuiet ? limit / 2 : latestPing)
    if asks { isAsked = true }
    var next = (isAsked ? limit : latestPing) - silence
    if hasHeartbeats { next = min(next, interval - (now - lastSent)) }
    return asks || isQuiet ? .send(ping: asks, heartbeat: isQuiet, next: next) : .wait(next)
  }
}
