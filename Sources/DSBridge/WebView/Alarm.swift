import Synchronization

/// A time limit that can be taken back. By the continuous clock it is the ``Timekeeper``'s; by any other one, a task
/// sleeps.
package struct Alarm: Sendable {
  private enum Kind {
    case kept(Int)
    case slept(Task<Void, Never>)
  }

  private let kind: Kind

  /// Calls `action` after that time, on any thread.
  package init<C: Clock<Duration>>(after delay: Duration, by clock: C, _ action: @escaping @Sendable () -> Void) {
    if clock is ContinuousClock {
      kind = .kept(Timekeeper.shared.add(after: delay, action))
    } else {
      let instant = clock.now.advanced(by: delay)
      kind = .slept(Task { if (try? await clock.sleep(until: instant, tolerance: nil)) != nil { action() } })
    }
  }

  /// No effect when the time is over.
  package func cancel() {
    switch kind {
    case .kept(let id): Timekeeper.shared.takeBack(id)
    case .slept(let task): task.cancel()
    }
  }
}
