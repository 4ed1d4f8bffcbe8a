/// When evaluations leave: the first after a quiet time at once, then one batch per interval, in order. A pure value
/// over any clock's instants; ``JavaScriptEvaluator`` keeps the time.
struct BatchSchedule<Instant: InstantProtocol> {
  enum Action: Equatable {
    case sendNow
    /// Call ``due()`` at this instant.
    case wait(until: Instant)
    /// A wait is under way already.
    case nothing
  }

  let interval: Instant.Duration
  private var pending: [Evaluation] = []
  private var nextSlot: Instant?
  private var isWaiting = false

  init(interval: Instant.Duration) {
    self.interval = interval
  }

  mutating func add(_ evaluations: [Evaluation], at now: Instant) -> Action {
    if pending.isEmpty { pending = evaluations } else { pending.append(contentsOf: evaluations) }
    if isWaiting || pending.isEmpty { return .nothing }
    if let nextSlot, now < nextSlot {
      isWaiting = true
      return .wait(until: nextSlot)
    }
    return .sendNow
  }

  /// Whether a single evaluation may leave at `now`; then it does, as a batch.
  mutating func passes(at now: Instant) -> Bool {
    guard pending.isEmpty, !isWaiting else { return false }
    if let nextSlot, now < nextSlot { return false }
    nextSlot = now.advanced(by: interval)
    return true
  }

  /// Takes the batch that leaves at `now`.
  mutating func due(at now: Instant) -> [Evaluation] {
    defer { pending = [] }
    isWaiting = false
    nextSlot = now.advanced(by: interval)
    return pending
  }
}
