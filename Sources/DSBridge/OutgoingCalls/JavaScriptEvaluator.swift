import Locks

/// Lets evaluations leave in batches: the first after a quiet time at once, then one batch every 50 ms, nothing lost.
///
/// For one web view: each has its own.
public final class JavaScriptEvaluator: PromptEvaluating {
  private struct State {
    var schedule: BatchSchedule
    /// A thread hands over a batch.
    var isLeaving = false
    /// Another batch was due meanwhile.
    var isAnotherDue = false
  }

  private let scheduler: Scheduler
  private let state: Mutex<State>

  /// `interval` is the least time between two batches, by `clock`.
  public init(
    interval: Duration = .milliseconds(50), clock: some Clock<Duration> = ContinuousClock()
  ) {
    scheduler = Scheduler(clock)
    state = Mutex(State(schedule: BatchSchedule(interval: interval)))
  }

  /// As the protocol says; any thread.
  public func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    let now = scheduler.now
    switch state.withLock({ $0.schedule.add(evaluations, at: now) }) {
    case .nothing: break
    case .sendNow: leaveDue(leave)
    case .wait(let delay): _ = scheduler.schedule(after: delay) { self.leaveDue(leave) }
    }
  }

  /// Who hands over a batch also hands over those that are due meanwhile, so that none overtakes another.
  private func leaveDue(_ leave: @Sendable ([Evaluation]) -> Void) {
    var now = scheduler.now
    var batch = state.withLock { state -> [Evaluation]? in
      guard !state.isLeaving else {
        state.isAnotherDue = true
        return nil
      }
      state.isLeaving = true
      return state.schedule.due(at: now)
    }
    while let next = batch {
      leave(next)
      now = scheduler.now
      batch = state.withLock { state in
        state.isLeaving = state.isAnotherDue
        state.isAnotherDue = false
        return state.isLeaving ? state.schedule.due(at: now) : nil
      }
    }
  }

  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation] {
    let now = scheduler.now
    let (batch, delay) = state.withLock { state -> ([Evaluation], Duration?) in
      switch state.schedule.add(evaluations, at: now) {
      case .nothing: return ([], nil)
      case .sendNow: return (state.schedule.due(at: now), nil)
      case .wait(let delay): return ([], delay)
      }
    }
    if let delay { _ = scheduler.schedule(after: delay, isDue) }
    return batch
  }

  func passes() -> Bool {
    let now = scheduler.now
    return state.withLock { $0.schedule.passes(at: now) }
  }

  func due() -> [Evaluation] {
    let now = scheduler.now
    return state.withLock { $0.schedule.due(at: now) }
  }
}
