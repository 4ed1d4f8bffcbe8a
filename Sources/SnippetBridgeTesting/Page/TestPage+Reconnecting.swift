extension TestPage {
  /// The time limit for one connection attempt, as in the page script.
  private static let attemptLimit: Duration = .seconds(10)

  /// Makes one attempt to connect a page that reconnects automatically. A failure schedules the next attempt.
  func attempt(_ mine: Int) async {
    Task { [weak self] in
      try await Task.sleep(for: Self.attemptLimit)
      await self?.giveUp(mine)
    }
    do {
      try await open(mine)
    } catch TestPageError.gone {
      guard mine == turn else { return }
      // A page in a browser would reload here. The simulated page ends the pending calls, which cannot be answered any
      // more.
      isOver = true
      document.end(throwing: TestPageError.gone)
      lost(mine, TestPageError.gone)
    } catch {
      lost(mine, error)
    }
  }

  private func giveUp(_ mine: Int) {
    if !isWelcomed { lost(mine, TestPageError.timeout(waitingFor: "the server's welcome")) }
  }

  /// Schedules the next connection attempt. During a blocking call, the attempt is postponed until the call has ended.
  func comeBack() {
    guard !isBlocked else {
      isConnectionDue = true
      return
    }
    let last = turn
    let delay = backoff.next(at: .now)
    Task { [weak self] in
      if delay > .zero { try await Task.sleep(for: delay) }
      await self?.tryAgain(after: last)
    }
  }

  private func tryAgain(after last: Int) async {
    guard last == turn else { return }
    guard !isBlocked else {
      isConnectionDue = true
      return
    }
    await attempt(beginAttempt())
  }
}

/// The delays between connection attempts. The first delay is zero; the later ones increase up to 5 s, with jitter. The
/// page script uses the same values.
struct Backoff {
  private var failures = 0
  private var connectedAt: ContinuousClock.Instant?

  /// Records the time at which the server welcomed the socket.
  mutating func begin(at now: ContinuousClock.Instant) {
    connectedAt = now
  }

  /// Returns the delay before the next attempt. Called when the socket has ended or an attempt has failed.
  mutating func next(at now: ContinuousClock.Instant) -> Duration {
    if let connectedAt, connectedAt.duration(to: now) > .seconds(5) { failures = 0 }
    connectedAt = nil
    failures += 1
    guard failures > 1 else { return .zero }
    let longest = min(5000, 50 << min(failures, 10))
    return .milliseconds(Double(longest) * Double.random(in: 0.5..<1))
  }
}
