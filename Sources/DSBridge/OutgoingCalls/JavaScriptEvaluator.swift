import DSBridgeLocks

/// The default evaluator. It sends evaluations in batches, at most one every 50 ms. An evaluation after an interval
/// without a batch is sent immediately. No evaluation is lost.
///
/// Each web view has its own evaluator.
public final class JavaScriptEvaluator: JavaScriptEvaluating {
  private let scheduler: Scheduler
  private let schedule: Mutex<BatchSchedule>

  /// Creates an evaluator. `interval` is the minimum time between two batches, measured by `clock`.
  public init(interval: Duration = .milliseconds(50), clock: some Clock<Duration> = ContinuousClock()) {
    scheduler = Scheduler(clock)
    schedule = Mutex(BatchSchedule(interval: interval))
  }

  /// Accepts evaluations on any thread; see ``JavaScriptEvaluating``.
  public func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    perform(withSchedule { $0.add(evaluations, at: $1) }, leave)
  }

  /// Calls `body` with the schedule and the current time under the lock.
  private func withSchedule<T: Sendable>(_ body: (inout BatchSchedule, Duration) -> T) -> T {
    let now = scheduler.now
    return schedule.withLock { body(&$0, now) }
  }

  private func perform(_ action: BatchSchedule.Action, _ leave: @escaping @Sendable ([Evaluation]) -> Void) {
    switch action {
    case .nothing: break
    case .wait(let delay): _ = scheduler.schedule(after: delay) { self.perform(.sendNow, leave) }
    case .sendNow:
      // No other batch is sent until this one has ended, so that batches cannot overtake each other.
      leave(schedule.withLock { $0.take() })
      perform(withSchedule { $0.end(at: $1) }, leave)
    }
  }

  /// Accepts the evaluations that one run of the web view's queue has produced. Returns the evaluations to send
  /// immediately, in order. Keeps the others. When these are due, calls `isDue` on any thread, and the caller must then
  /// call ``due()``.
  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation] {
    let (batch, delay) = withSchedule { schedule, now -> ([Evaluation], Duration?) in
      switch schedule.add(evaluations, at: now) {
      case .nothing: return ([], nil)
      case .sendNow: return (schedule.due(at: now), nil)
      case .wait(let delay): return ([], delay)
      }
    }
    if let delay { _ = scheduler.schedule(after: delay, isDue) }
    return batch
  }

  /// Returns whether a single evaluation may be sent now. If so, it counts as a batch, and no other evaluation is sent
  /// for an interval.
  func passes() -> Bool { withSchedule { $0.passes(at: $1) } }

  /// Returns the batch that is due.
  func due() -> [Evaluation] { withSchedule { $0.due(at: $1) } }
}

/// The schedule of batches, at most one per interval, in order. An evaluation after an interval without a batch is due
/// immediately. A value type without side effects; ``JavaScriptEvaluator`` runs the timer.
struct BatchSchedule {
  enum Action: Equatable {
    /// The caller must send a batch now. It either calls ``due(at:)``, which returns the batch and ends it, or calls
    /// ``take()`` and, when the batch has been sent, ``end(at:)``.
    case sendNow
    /// The caller must send a batch after this time.
    case wait(Duration)
    /// The caller need not do anything, because a batch is being sent, or the wait for the next batch has already
    /// begun.
    case nothing
  }

  let interval: Duration
  private var pending: [Evaluation] = []
  private var nextSlot: Duration?
  /// Whether a batch is being sent, or is scheduled to be sent later.
  private var isWaiting = false

  init(interval: Duration) {
    self.interval = interval
  }

  /// Adds evaluations. All times are relative to the same arbitrary moment.
  mutating func add(_ evaluations: [Evaluation], at now: Duration) -> Action {
    if pending.isEmpty { pending = evaluations } else { pending.append(contentsOf: evaluations) }
    if isWaiting || pending.isEmpty { return .nothing }
    isWaiting = true
    if let nextSlot, now < nextSlot { return .wait(nextSlot - now) }
    return .sendNow
  }

  /// Returns whether a single evaluation may be sent at `now`. If so, it counts as a batch.
  mutating func passes(at now: Duration) -> Bool {
    guard pending.isEmpty, !isWaiting else { return false }
    if let nextSlot, now < nextSlot { return false }
    nextSlot = now + interval
    return true
  }

  /// Returns the batch that is sent at `now`, and ends it.
  mutating func due(at now: Duration) -> [Evaluation] {
    isWaiting = false
    nextSlot = now + interval
    return take()
  }

  /// Returns the batch to be sent. Until ``end(at:)``, no other batch is due.
  mutating func take() -> [Evaluation] { exchange(&pending, with: []) }

  /// Ends the batch that ``take()`` returned. Returns the action for evaluations that were added since then.
  mutating func end(at now: Duration) -> Action {
    isWaiting = false
    nextSlot = now + interval
    return add([], at: now)
  }
}
