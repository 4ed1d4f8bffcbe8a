/// When evaluations leave: the first after a quiet time at once, then one batch per interval, in order. A pure value;
/// ``JavaScriptEvaluator`` keeps the time.
struct BatchSchedule {
  enum Action: Equatable {
    case sendNow
    /// Call ``due(at:)`` after this time.
    case wait(Duration)
    /// A wait is under way already.
    case nothing
  }

  let interval: Duration
  private var pending: [Evaluation] = []
  private var nextSlot: Duration?
  private var isWaiting = false

  init(interval: Duration) {
    self.interval = interval
  }

  /// Times count from one moment, whichever.
  mutating func add(_ evaluations: [Evaluation], at now: Duration) -> Action {
    if pending.isEmpty { pending = evaluations } else { pending.append(contentsOf: evaluations) }
    if isWaiting || pending.isEmpty { return .nothing }
    if let nextSlot, now < nextSlot {
      isWaiting = true
      return .wait(nextSlot - now)
    }
    return .sendNow
  }

  /// Whether a single evaluation may leave at `now`; then it does, as a batch.
  mutating func passes(at now: Duration) -> Bool {
    guard pending.isEmpty, !isWaiting else { return false }
    if let nextSlot, now < nextSlot { return false }
    nextSlot = now + interval
    return true
  }

  /// Takes the batch that leaves at `now`.
  mutating func due(at now: Duration) -> [Evaluation] {
    defer { pending = [] }
    isWaiting = false
    nextSlot = now + interval
    return pending
  }
}
