import DSBridgeLocks

/// The records of all calls from a web view's pages. The ledger also sends the answers.
///
/// The ledger does not depend on the web view's queue, which a function may block forever. Even in that case, a
/// blocking call is answered in time and the server can shut down. Under one lock, an answer is sent and its call is
/// marked as settled. So each call gets exactly one answer, even at a shutdown.
final class CallLedger: Sendable {
  private struct State {
    var calls = IncomingCalls()
    /// The newest socket of the document that is shown. All wire messages are sent under the lock. Sending only queues
    /// a message; the event loop writes it to the socket later.
    var channel: (any DocumentChannel)?
    /// The number of the last numbered wire message to the document.
    var lastNumber = 0
    /// Whether the output was cut off because the server is shutting down. After that, only the failures of unanswered
    /// calls and the `bye` are sent.
    var isCutOff = false
    /// The number of the last numbered line that was accepted from the page. Each call up to this line was answered or
    /// has a record.
    var taken = 0
    /// The timer that answers blocking calls whose deadline has passed.
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

  /// Reads or changes the records under the lock. Objects of the program must not be released in `body`, so `body`
  /// returns them.
  func withCalls<T: Sendable>(_ body: (inout IncomingCalls) -> T) -> T {
    state.withLock { body(&$0.calls) }
  }

  // MARK: The life of a call; see IncomingCalls

  /// Records a new blocking call and returns its id. Returns nil if the call is already recorded or cannot be accepted.
  /// The waiter then receives the answer to the recorded call, or the outcome immediately.
  func arrive(
    _ number: Int, _ method: String, of document: DocumentID, webView: String,
    waiter: @escaping IncomingCall.Waiter
  ) -> CallID? {
    let deadline = scheduler.now + blockingCallTimeLimit
    let (arrival, isOver) = state.withLock { state in
      let arrival = state.calls.arrive(
        number, method, of: document, deadline: deadline, webView: webView, waiter: waiter)
      if state.alarm == nil, case .new = arrival { state.alarm = alarm(after: blockingCallTimeLimit) }
      return (arrival, state.isCutOff)
    }
    switch arrival {
    case .new(let id):
      guard isOver else { return id }
      let line = lateLine(method, number, isShutDown: true)
      for waiter in answer(id, with: line) { waiter(.answered(line)) }
    case .joined(let replaced): replaced?(.superseded)
    case .over(let outcome): waiter(outcome)
    }
    return nil
  }

  /// Removes the record of a blocking call whose function will not be called, and reports `outcome` to its waiters.
  func drop(_ id: CallID, because outcome: WebView.CallOutcome) {
    for waiter in state.withLock({ $0.calls.drop(id) }) { waiter(outcome) }
  }

  func begin(_ id: CallID, _ method: String, as form: Invocation.Form) {
    for waiter in state.withLock({ $0.calls.begin(id, method, as: form) }) {
      waiter(.malformed("message \(id.number) was also received on the socket"))
    }
  }

  /// Records the last value of a blocking call. Returns the waiters that the caller must call.
  func answer(_ id: CallID, with line: [UInt8]) -> [IncomingCall.Waiter] {
    guard case .byCall(let waiters) = state.withLock({ $0.calls.answer(id, with: line) }) else { return [] }
    return waiters
  }

  // MARK: The document

  /// Records that the web view now shows another document, or none. Sequences that are read for the previous document
  /// end with the error. Returns the new document's position among all documents.
  func show(_ document: DocumentID?, because error: BridgeError) -> Int {
    let (left, ordinal) = state.withLock { state in
      let left = state.calls.show(document)
      state.channel = nil
      state.lastNumber = 0
      state.taken = 0
      return (left, state.calls.document?.ordinal ?? 0)
    }
    for waiter in left.waiters { waiter(.gone) }
    end(left.functions, because: error)
    return ordinal
  }

  /// Sets the newest socket of the document and sends `messages` on it; nil for no socket.
  func connect(_ channel: (any DocumentChannel)?, saying messages: [[UInt8]] = []) {
    state.withLock { state in
      state.channel = channel
      guard !state.isCutOff else { return }
      for message in messages { channel?.send(message) }
    }
  }

  /// Ends a round of the queue: sends the wire message with the round's output, and settles the calls `numbers`, whose
  /// last values are in the message. `taken` is the number of the last accepted numbered line from the page.
  func endRound(_ message: [UInt8]?, isNumbered: Bool = true, settling numbers: [Int] = [], after taken: Int) {
    state.withLock { state in
      state.taken = taken
      guard let message else { return }
      for number in numbers { state.calls.settle(number) }
      if isNumbered { state.lastNumber += 1 }
      if !state.isCutOff { state.channel?.send(message) }
    }
  }

  /// Sends the `bye` to the document and closes its connection.
  func sayBye(_ bye: Bye) {
    state.withLock { if let channel = $0.channel { bye.say(on: channel) } }
  }

  // MARK: Shutdown

  /// Ends the sequences that are read for the document with the error. Other functions continue until they return.
  func endSequences(because error: BridgeError) {
    end(state.withLock { $0.calls.functions }, because: error)
  }

  private func end(_ functions: [IncomingCall.Function], because error: BridgeError) {
    for function in functions {
      guard let responder = function.responder, responder.abandon(because: error) else { continue }
      // The call fails before its task is cancelled. Otherwise the page would assume that the cancelled sequence is
      // complete.
      responder.fail(error)
      function.task?.cancel()
    }
  }

  /// Fails all unanswered calls and closes the connection. `unfinished` returns the entries that the queue is
  /// processing or has not begun. This closure is called after the output has been cut off, so these entries can no
  /// longer be answered in any other way. Returns the message with the failures, and its document.
  func cutOff(by error: BridgeError, unfinished: () -> [Mailbox.Entry]) -> (message: [UInt8], document: DocumentID)? {
    let blocking = state.withLock { state -> [IncomingCalls.Settled]? in
      guard !state.isCutOff else { return nil }
      state.isCutOff = true
      return state.calls.expire(at: nil) { lateLine($0.method, $1, isShutDown: true) }
    }
    guard let blocking else { return nil }
    tell(blocking)
    let entries = unfinished()
    return state.withLock { state in
      let shown = state.calls.document?.id
      let messages = entries.compactMap(\.pageMessage).filter { $0.of == shown }.map(\.message)
      let failures = state.calls.unanswered(and: messages, after: state.taken).map {
        number, method, callback in
        ServerLine.fail(number: number, error.json(method: method.cut(toBytes: 1000), callback: callback))
      }
      let message = ServerLine.message(of: [.message(state.lastNumber + 1)] + failures)
      if !failures.isEmpty { state.channel?.send(message) }
      if let channel = state.channel { Bye.shutDown.say(on: channel) }
      return failures.isEmpty ? nil : shown.map { (message, $0) }
    }
  }

  // MARK: Time limits

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

  private func tell(_ settled: [IncomingCalls.Settled]) {
    for (waiters, line) in settled { for waiter in waiters { waiter(.answered(line)) } }
  }

  /// Returns the failure that answers a blocking call at its deadline or at shutdown. The function itself continues to
  /// run.
  private func lateLine(_ method: String, _ number: Int, isShutDown: Bool) -> [UInt8] {
    let error =
      isShutDown
      ? WebView.shutdownError("was answered")
      : BridgeError(.timeout, "\"\(method)\" has not answered within \(blockingCallTimeLimit).")
    return ServerLine.message(of: [.fail(number: number, error.json(method: method))])
  }
}
