/// The longest times that a page had to wait.
struct Waits {
  /// The longest wait for a blocking call.
  var call = Duration.zero
  /// The longest time without a socket.
  private(set) var absence = Duration.zero
  private var start: ContinuousClock.Instant?

  mutating func note(isConnected: Bool, at now: ContinuousClock.Instant) {
    if let start { absence = max(absence, now - start) }
    start = isConnected ? nil : start ?? now
  }
}
