import Synchronization

/// Lets evaluations leave in batches: the first after a quiet time at once, then one batch every 50 ms, nothing lost.
///
/// For one web view: each has its own.
public final class JavaScriptEvaluator<C: Clock>: PromptEvaluating {
  private let clock: C
  private let schedule: Mutex<BatchSchedule<C.Instant>>

  /// `interval` is the least time between two batches.
  public init(interval: C.Duration, clock: C) {
    self.clock = clock
    schedule = Mutex(BatchSchedule(interval: interval))
  }

  /// As the protocol says; any thread.
  public func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    switch schedule.withLock({ $0.add(evaluations, at: clock.now) }) {
    case .nothing: break
    case .sendNow: leaveDue(leave)
    case .wait(let instant): call(at: instant) { self.leaveDue(leave) }
    }
  }

  /// Under the lock, so that no later batch overtakes this one: to leave is to take a place in the web view's queue.
  private func leaveDue(_ leave: @Sendable ([Evaluation]) -> Void) {
    schedule.withLock { leave($0.due(at: clock.now)) }
  }

  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation] {
    let (batch, instant) = schedule.withLock { schedule -> ([Evaluation], C.Instant?) in
      let now = clock.now
      switch schedule.add(evaluations, at: now) {
      case .nothing: return ([], nil)
      case .sendNow: return (schedule.due(at: now), nil)
      case .wait(let instant): return ([], instant)
      }
    }
    if let instant { call(at: instant, isDue) }
    return batch
  }

  func passes() -> Bool {
    // The compiler knows all about the usual clock: that takes a fraction of the time.
    guard let usual = self as? JavaScriptEvaluator<ContinuousClock> else { return passesNow() }
    return usual.passesNow()
  }

  private func passesNow() -> Bool {
    schedule.withLock { $0.passes(at: clock.now) }
  }

  func due() -> [Evaluation] {
    schedule.withLock { $0.due(at: clock.now) }
  }

  /// By the continuous clock not on Swift's pool, which functions that block may hold.
  private func call(at instant: C.Instant, _ action: @escaping @Sendable () -> Void) {
    if let clock = clock as? ContinuousClock, let instant = instant as? ContinuousClock.Instant {
      _ = Timekeeper.shared.add(after: clock.now.duration(to: instant), action)
      return
    }
    Task(executorPreference: Timekeeper.shared) { [clock] in
      // Never cancelled, so never thrown: nobody holds this task.
      try? await clock.sleep(until: instant, tolerance: nil)
      action()
    }
  }
}

extension JavaScriptEvaluator where C == ContinuousClock {
  /// The default: 50 ms by the continuous clock.
  public convenience init(interval: Duration = .milliseconds(50)) {
    self.init(interval: interval, clock: ContinuousClock())
  }
}
