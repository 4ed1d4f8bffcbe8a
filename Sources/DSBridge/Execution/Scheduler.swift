/// The clock and the timers of a web view. This type erases the clock's type, so that no other type needs to be generic
/// over it.
package struct Scheduler: Sendable {
  /// A closure that returns the time since the scheduler was created.
  private let elapsed: @Sendable () -> Duration
  private let start: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledAction

  /// Creates a scheduler. With the continuous clock, all timers run on one separate thread, so that they fire even when
  /// functions block all threads of Swift's pool. With any other clock, each timer is a task that sleeps.
  package init(_ clock: some Clock<Duration>) {
    if clock is ContinuousClock {
      let start = ContinuousClock.now
      elapsed = { ContinuousClock.now - start }
      self.start = { delay, action in ScheduledAction(kind: .kept(Timekeeper.shared.schedule(after: delay, action))) }
    } else {
      let start = clock.now
      elapsed = { start.duration(to: clock.now) }
      self.start = { delay, action in
        let instant = clock.now.advanced(by: delay)
        return ScheduledAction(
          kind: .slept(Task { if (try? await clock.sleep(until: instant, tolerance: nil)) != nil { action() } }))
      }
    }
  }

  /// The time since a fixed moment in the past.
  package var now: Duration { elapsed() }

  /// Calls `action` after `delay`, on any thread.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
    start(delay, action)
  }
}

/// An action that is scheduled for a later time.
package struct ScheduledAction: Sendable {
  fileprivate enum Kind {
    case kept(Int)
    case slept(Task<Void, Never>)
  }

  fileprivate let kind: Kind

  /// Cancels the action. No effect if its time has already come.
  package func cancel() {
    switch kind {
    case .kept(let id): Timekeeper.shared.cancel(id)
    case .slept(let task): task.cancel()
    }
  }
}

extension Duration {
  /// The duration, limited to a hundred years, because clocks trap on overflow.
  package var bounded: Duration { min(self, .seconds(100 * 366 * 86_400)) }
}
