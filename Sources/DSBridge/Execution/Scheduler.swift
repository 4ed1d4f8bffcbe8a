/// The time that everything in a web view goes by: a clock, and what is to happen later. The clock's type is known only
/// here, so that none of it is generic.
package struct Scheduler: Sendable {
  /// The time since this was made.
  private let elapsed: @Sendable () -> Duration
  private let start: @Sendable (Duration, @escaping @Sendable () -> Void) -> ScheduledAction

  /// By the continuous clock, on a thread of its own: functions that block may hold all of Swift's threads, and that is
  /// when time limits are needed. By any other clock, a task sleeps.
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

  /// Counted from some moment in the past, always the same.
  package var now: Duration { elapsed() }

  /// Calls `action` after that time, on any thread.
  package func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> ScheduledAction {
    start(delay, action)
  }
}

/// Something that is to happen later.
package struct ScheduledAction: Sendable {
  fileprivate enum Kind {
    case kept(Int)
    case slept(Task<Void, Never>)
  }

  fileprivate let kind: Kind

  /// No effect when its time is over.
  package func cancel() {
    switch kind {
    case .kept(let id): Timekeeper.shared.cancel(id)
    case .slept(let task): task.cancel()
    }
  }
}
