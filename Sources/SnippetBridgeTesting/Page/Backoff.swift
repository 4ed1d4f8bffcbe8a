/// How long a page waits before it tries to connect again: not at all at first, then longer and longer, with jitter.
/// The shim's numbers.
struct Backoff {
  private var failures = 0
  private var connectedAt: ContinuousClock.Instant?

  /// The socket takes messages.
  mutating func begin(at now: ContinuousClock.Instant) {
    connectedAt = now
  }

  /// The socket, or the attempt, is over.
  mutating func next(at now: ContinuousClock.Instant) -> Duration {
    if let connectedAt, connectedAt.duration(to: now) > .seconds(5) { failures = 0 }
    connectedAt = nil
    failures += 1
    guard failures > 1 else { return .zero }
    let longest = min(5000, 50 << min(failures, 10))
    return .milliseconds(Double(longest) * Double.random(in: 0.5..<1))
  }
}
