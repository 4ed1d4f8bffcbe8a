/// How long a page had to wait, at most.
struct Waits {
  /// For a blocking call.
  var call = Duration.zero
  /// For a socket.
  private(set) var absence = Duration.zero
  private var start: ContinuousClock.Instant?

  mutating func note(isConnected: Bool, at now: ContinuousClock.Instant) {
    if let start { absence = max(absence, now - start) }
    start = isConnected ? nil : start ?? now
  }
}
