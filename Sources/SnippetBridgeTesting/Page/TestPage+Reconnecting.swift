extension TestPage {
  /// The shim's limit for one attempt.
  private static let attemptLimit: Duration = .seconds(10)

  /// One attempt of a page that reconnects by itself; a failure leads to the next.
  func attempt(_ mine: Int) async {
    Task { [weak self] in
      try await Task.sleep(for: Self.attemptLimit)
      await self?.giveUp(mine)
    }
    do {
      try await open(mine)
    } catch TestPageError.gone {
      guard mine == turn else { return }
      // A browser's page loads again here; what this one waits for will never come.
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

  /// Connects again after a while; a page that stands still in a blocking call does so after it.
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
