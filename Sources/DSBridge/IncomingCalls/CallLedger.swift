import Locks

/// The one place where the calls of a web view's pages are written down, and the way their answers leave.
///
/// Outside of the web view's queue, which a function may hold for ever: a blocking call still gets its answer in time,
/// and the server can still end. A call is settled under the same lock under which its answer leaves, so that at the
/// end each has one answer.
final class CallLedger: Sendable {
  private struct State {
    var calls = IncomingCalls()
    var link = DocumentLink()
    /// What the queue is busy with: none of it has an answer that has left.
    var underWay: [Mailbox.Entry] = []
    /// The page's messages up to this one were taken before that.
    var taken = 0
    /// Answers blocking calls that wait too long.
    var alarm: ScheduledAction?
  }

  private let state = Mutex(State())
  private let scheduler: Scheduler
  private let blockingCallTimeLimit: Duration

  init(blockingCallTimeLimit: Duration, scheduler: Scheduler) {
    self.blockingCallTimeLimit = blockingCallTimeLimit
    self.scheduler = scheduler
  }

  deinit {
    state.withLock { $0.alarm?.cancel() }
  }

  /// Whether the page that is shown stands still.
  var isBlocking: Bool { state.withLock { $0.calls.isBlocking } }

  /// Whether each call of the page that is shown has its answer.
  var areSettled: Bool { state.withLock { $0.calls.areSettled } }

  /// Its place among all documents, when it is the one shown; else 0.
  func ordinal(of id: DocumentID) -> Int {
    state.withLock { $0.calls.document.map { $0.id == id ? $0.ordinal : 0 } ?? 0 }
  }

  /// How many calls count against the limit.
  var running: Int { state.withLock { $0.calls.running } }

  // MARK: A call's life, as IncomingCalls has it

  /// Takes a blocking call on, whose record is made here, or joins it to the one that runs. Where it is not new, its
  /// waiter is told what it needs to know.
  func arrive(
    _ number: Int, _ method: String, of document: DocumentID, page: BlockedPage,
    waiter: @escaping IncomingCall.Waiter
  ) -> CallID? {
    let deadline = scheduler.now + blockingCallTimeLimit
    let (arrival, isOver) = state.withLock { state in
      let arrival = state.calls.arrive(
        number, method, of: document, deadline: deadline, page: page, waiter: waiter)
      if state.alarm == nil, case .new = arrival { state.alarm = alarm(after: blockingCallTimeLimit) }
      return (arrival, state.link.isCutOff)
    }
    switch arrival {
    case .new(let id):
      guard isOver else { return id }
      let line = lateLine(method, number, isShutDown: true)
      for waiter in answer(id, with: line) { waiter(.answered(line)) }
    case .joined(let replaced): replaced?(.superseded)
    case .answered(let line): waiter(.answered(line))
    case .gone: waiter(.gone)
    case .forgotten: waiter(.malformed("call \(number) was answered long ago"))
    }
    return nil
  }

  /// A blocking call is not taken on.
  func drop(_ id: CallID, because outcome: WebView.CallOutcome) {
    for waiter in state.withLock({ $0.calls.drop(id) }) { waiter(outcome) }
  }

  func begin(_ id: CallID, _ method: String, as form: IncomingCall.Form) {
    for waiter in state.withLock({ $0.calls.begin(id, method, as: form) }) {
      waiter(.malformed("message \(id.number) came on the socket, too"))
    }
  }

  /// The queue has come to a blocking call. The page that waits for it, or has been answered meanwhile.
  func begin(blocking id: CallID) -> BlockedPage? {
    state.withLock { $0.calls.begin(blocking: id) }
  }

  func start(_ id: CallID, reportAfter limit: Duration?, responder: Responder?) {
    let now = scheduler.now
    state.withLock { $0.calls.start(id, at: now, reportAfter: limit, responder: responder) }
  }

  func set(_ task: Task<Void, Never>, for id: CallID) {
    state.withLock { $0.calls.set(task, for: id) }
  }

  /// Gives back the call as it was, so that what its function held is freed outside of the lock.
  func returned(_ id: CallID) -> IncomingCall? { state.withLock { $0.calls.returned(id) } }

  func openCompletion(_ id: CallID) { state.withLock { $0.calls.openCompletion(id) } }

  func closeCompletion(_ id: CallID) { state.withLock { $0.calls.closeCompletion(id) } }

  func addValue(_ id: CallID) -> Bool { state.withLock { $0.calls.addValue(id) } }

  /// The last value of a call that is answered on the socket.
  func answer(_ id: CallID) -> IncomingCalls.Answering {
    state.withLock { $0.calls.answer(id, with: []) }
  }

  /// The last value of a blocking call. Gives back who is to be told.
  func answer(_ id: CallID, with line: [UInt8]) -> [IncomingCall.Waiter] {
    guard case .byCall(let waiters) = state.withLock({ $0.calls.answer(id, with: line) }) else { return [] }
    return waiters
  }

  /// The page does not wait for it any more.
  func cancel(_ number: Int) {
    state.withLock { $0.calls.cancel(number) }?.cancel()
  }

  func goOn() { state.withLock { $0.calls.goOn() } }

  // MARK: The document

  /// Another document is shown, or none. Sequences that are read for the one before end with the error.
  func show(_ document: DocumentID?, because error: BridgeError) -> Int {
    let (left, ordinal) = state.withLock { state in
      let left = state.calls.show(document)
      state.link.reset()
      state.underWay = []
      state.taken = 0
      return (left, state.calls.document?.ordinal ?? 0)
    }
    for waiter in left.waiters { waiter(.gone) }
    end(left.functions, because: error)
    return ordinal
  }

  /// Its newest socket, and what it hears first; nil when it has none.
  func connect(_ channel: (any DocumentChannel)?, saying frames: [[UInt8]] = []) {
    state.withLock { $0.link.connect(channel, saying: frames) }
  }

  /// The queue is about to process these; the page's messages up to `taken` were taken before.
  func beginRound(_ entries: [Mailbox.Entry], after taken: Int) {
    state.withLock { state in
      state.underWay = entries
      state.taken = taken
    }
  }

  /// A batch is over. Its frame leaves, and with it the last values of these calls; the page's messages up to `taken`
  /// are taken.
  func endRound(_ frame: [UInt8]?, isNumbered: Bool = true, settling numbers: [Int] = [], after taken: Int) {
    state.withLock { state in
      state.underWay = []
      state.taken = taken
      guard let frame else { return }
      for number in numbers { state.calls.settle(number) }
      state.link.send(frame, isNumbered: isNumbered)
    }
  }

  /// The document's connection ends.
  func sayBye(_ bye: Bye) {
    state.withLock { $0.link.sayBye(bye) }
  }

  // MARK: The end

  /// Sequences that are read for the document end with the error; other functions run to their end.
  func endSequences(because error: BridgeError) {
    end(state.withLock { $0.calls.functions }, because: error)
  }

  private func end(_ functions: [IncomingCall.Function], because error: BridgeError) {
    for function in functions {
      guard let responder = function.responder, responder.abandon(because: error) else { continue }
      // In this order: a sequence that ends when it is cancelled has not come to its end.
      responder.fail(error)
      function.task?.cancel()
    }
  }

  func cancelAll() {
    for task in state.withLock({ $0.calls.tasks }) { task.cancel() }
  }

  /// Fails whatever has no answer, and ends the connection. `waiting` is what nobody has begun; it is
  /// asked for when nothing leaves any more, so that none of them has an answer.
  func cutOff(by error: BridgeError, waiting: () -> [Mailbox.Entry]) {
    let blocking = state.withLock { state -> [([IncomingCall.Waiter], [UInt8])]? in
      guard !state.link.isCutOff else { return nil }
      state.link.isCutOff = true
      return state.calls.expire(at: nil) { lateLine($0.method, $1, isShutDown: true) }
    }
    guard let blocking else { return }
    tell(blocking)
    let entries = waiting()
    state.withLock { state in
      let shown = state.calls.document?.id
      let frames = (state.underWay + entries).compactMap { entry in
        entry.message.flatMap { $0.of == shown ? $0.frame : nil }
      }
      let failures = state.calls.unanswered(and: frames, after: state.taken).map {
        number, method, callback in
        ServerLine.fail(number: number, error.json(method: method.cut(toBytes: 1000), callback: callback))
      }
      state.link.end(failing: failures)
    }
  }

  // MARK: Time limits

  func overdue() -> (late: [IncomingCalls.Overdue], next: Duration?, now: Duration) {
    let now = scheduler.now
    let (late, next) = state.withLock { $0.calls.overdue(at: now) }
    return (late, next, now)
  }

  func stopReporting(_ id: CallID) { state.withLock { $0.calls.stopReporting(id) } }

  private func alarm(after time: Duration) -> ScheduledAction {
    scheduler.schedule(after: time) { [weak self] in self?.answerLateOnes() }
  }

  private func answerLateOnes() {
    let now = scheduler.now
    let late = state.withLock { state in
      let late = state.calls.expire(at: now) { lateLine($0.method, $1, isShutDown: false) }
      state.alarm = state.calls.nextDeadline.map { alarm(after: $0 - now) }
      return late
    }
    tell(late)
  }

  private func tell(_ settled: [([IncomingCall.Waiter], [UInt8])]) {
    for (waiters, line) in settled { for waiter in waiters { waiter(.answered(line)) } }
  }

  /// The answer of a blocking call that nobody waits for any longer; its function runs on.
  private func lateLine(_ method: String, _ number: Int, isShutDown: Bool) -> [UInt8] {
    let error =
      isShutDown
      ? WebView.shutdownError("was answered")
      : BridgeError(.timeout, "\"\(method)\" has not answered within \(blockingCallTimeLimit).")
    return ServerLine.frame(of: [.fail(number: number, error.json(method: method))])
  }
}
