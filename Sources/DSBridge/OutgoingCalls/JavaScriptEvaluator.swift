import DSBridgeLocks

/// Sends evaluations in batches: the first one after a quiet interval immediately, then one batch every 50 ms. Nothing
/// is lost.
///
/// Each web view has its own evaluator.
public final class JavaScriptEvaluator: PromptEvaluating {
  private struct State {
    var schedule: BatchSchedule
    /// Whether a thread is passing on a batch.
    var isLeaving = false
    /// Whether another batch became due meanwhile.
    var isAnotherDue = false
  }

  private let scheduler: Scheduler
  private let state: Mutex<State>

  /// Creates an evaluator. `interval` is the minimum time between two batches, measured by `clock`.
  public init(
    interval: Duration = .milliseconds(50), clock: some Clock<Duration> = ContinuousClock()
  ) {
    scheduler = Scheduler(clock)
    state = Mutex(State(schedule: BatchSchedule(interval: interval)))
  }

  /// Accepts evaluations on any thread; see ``JavaScriptEvaluating``.
  public func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    let now = scheduler.now
    switch state.withLock({ $0.schedule.add(evaluations, at: now) }) {
    case .nothing: break
    case .sendNow: leaveDue(leave)
    case .wait(let delay): _ = scheduler.schedule(after: delay) { self.leaveDue(leave) }
    }
  }

  /// Passes on the due batch, and batches that become due meanwhile. Only one thread does this, so no batch overtakes
  /// another.
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

/// The schedule of batches: the first evaluation after a quiet interval immediately, then one batch per interval, in
/// order. A pure value; ``JavaScriptEvaluator`` runs the timer.
struct BatchSchedule {
  enum Action: Equatable {
    case sendNow
    /// Call ``due(at:)`` after this time.
    case wait(Duration)
    /// A wait has already begun.
    case nothing
  }

  let interval: Duration
  private var pending: [Evaluation] = []
  private var nextSlot: Duration?
  private var isWaiting = false

  init(interval: Duration) {
    self.interval = interval
  }

  /// Adds evaluations. All times count from the same arbitrary moment.
  mutating func add(_ evaluations: [Evaluation], at now: Duration) -> Action {
    if pending.isEmpty { pending = evaluations } else { pending.append(contentsOf: evaluations) }
    if isWaiting || pending.isEmpty { return .nothing }
    if let nextSlot, now < nextSlot {
      isWaiting = true
      return .wait(nextSlot - now)
    }
    return .sendNow
  }

  /// Returns whether a single evaluation may be sent at `now`. If so, it counts as a batch.
  mutating func passes(at now: Duration) -> Bool {
    guard pending.isEmpty, !isWaiting else { return false }
    if let nextSlot, now < nextSlot { return false }
    nextSlot = now + interval
    return true
  }

  /// Returns the batch that is sent at `now`.
  mutating func due(at now: Duration) -> [Evaluation] {
    defer { pending = [] }
    isWaiting = false
    nextSlot = now + interval
    return pending
  }
}
