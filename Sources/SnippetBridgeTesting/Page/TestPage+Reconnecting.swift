extension TestPage {
  /// The time limit of one connection attempt, as in the page script.
  private static let attemptLimit: Duration = .seconds(10)

  /// Makes one attempt of a page that reconnects by itself. A failure schedules the next attempt.
  func attempt(_ mine: Int) async {
    Task { [weak self] in
      try await Task.sleep(for: Self.attemptLimit)
      await self?.giveUp(mine)
    }
    do {
      try await open(mine)
    } catch TestPageError.gone {
      guard mine == turn else { return }
      // A browser's page would reload here. This page ends the pending calls, which can no longer be answered.
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

  /// Schedules the next connection attempt. During a blocking call, the attempt is postponed until the call has
  /// ended.
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

/// The delays between connection attempts: none at first, then increasing up to 5 s, with jitter. The page
/// script uses the same values.
struct Backoff {
  private var failures = 0
  private var connectedAt: ContinuousClock.Instant?

  /// Records that the server has welcomed the socket.
  mutating func begin(at now: ContinuousClock.Instant) {
    connectedAt = now
  }

  /// Returns the delay before the next attempt, after the socket or the attempt has ended.
  mutating func next(at now: ContinuousClock.Instant) -> Duration {
    if let connectedAt, connectedAt.duration(to: now) > .seconds(5) { failures = 0 }
    connectedAt = nil
    failures += 1
    guard failures > 1 else { return .zero }
    let longest = min(5000, 50 << min(failures, 10))
    return .milliseconds(Double(longest) * Double.random(in: 0.5..<1))
  }
}
