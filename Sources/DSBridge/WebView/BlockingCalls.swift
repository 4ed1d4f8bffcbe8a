import Synchronization

/// The blocking calls that wait for their answer, and what answers those that wait too long.
///
/// Outside of the web view's queue, which the function that is waited for may hold.
protocol BlockingCallTable: Sendable {
  typealias Answer = @Sendable (WebView.CallOutcome) -> Void
  typealias Reason = BlockingCallReason
  typealias Late = @Sendable (Reason) -> WebView.CallOutcome

  /// A call begins to wait. `late` makes the answer of one that has none within the limit, or when all are given up.
  func add(_ answer: @escaping Answer, late: @escaping Late) -> Int
  /// Answers it, if nobody has yet.
  func answer(_ id: Int, with outcome: WebView.CallOutcome)
  /// The server ends: those that wait, and those that still come, are answered at once.
  func giveUp()
}

/// Why a blocking call is not waited for any longer.
enum BlockingCallReason {
  case timeLimit, shutdown
}

/// With one clock.
final class BlockingCalls<C: Clock<Duration>>: BlockingCallTable {
  private struct Call {
    let deadline: C.Instant
    let answer: Answer
    let late: Late
  }

  private struct State {
    var calls: [Int: Call] = [:]
    var lastID = 0
    /// Looks after the deadlines while there are any.
    var watch: Alarm?
    var isOver = false
  }

  private let state = Mutex(State())
  private let clock: C
  private let limit: Duration

  init(limit: Duration, clock: C) {
    self.limit = limit
    self.clock = clock
  }

  deinit {
    state.withLock { $0.watch?.cancel() }
  }

  func add(_ answer: @escaping Answer, late: @escaping Late) -> Int {
    let (id, isOver) = state.withLock { state in
      state.lastID += 1
      if !state.isOver {
        state.calls[state.lastID] = Call(deadline: clock.now.advanced(by: limit), answer: answer, late: late)
        if state.watch == nil { state.watch = watch(for: limit) }
      }
      return (state.lastID, state.isOver)
    }
    if isOver { answer(late(.shutdown)) }
    return id
  }

  func giveUp() {
    let calls = state.withLock { state in
      state.isOver = true
      defer { state.calls = [:] }
      return state.calls.values
    }
    for call in calls { call.answer(call.late(.shutdown)) }
  }

  func answer(_ id: Int, with outcome: WebView.CallOutcome) {
    state.withLock { $0.calls.removeValue(forKey: id) }?.answer(outcome)
  }

  private func watch(for time: Duration) -> Alarm {
    Alarm(after: time, by: clock) { [weak self] in self?.answerLateOnes() }
  }

  private func answerLateOnes() {
    let late = state.withLock { state in
      let now = clock.now
      let late = state.calls.filter { $0.value.deadline <= now }
      for id in late.keys { state.calls[id] = nil }
      // When nobody waits, the watch ends.
      state.watch = state.calls.values.map(\.deadline).min().map { watch(for: now.duration(to: $0)) }
      return late.values
    }
    for call in late { call.answer(call.late(.timeLimit)) }
  }
}
