/// The records of all unfinished calls of a web view's pages. A value type without side effects and without a clock.
/// All times are passed as arguments, relative to the same moment.
///
/// A call of a function that returns its result immediately has no record, unless the call blocks the page or has a
/// callback.
struct IncomingCalls {
  private var calls: [CallID: IncomingCall] = [:]
  /// The number of calls that count against ``WebView/Limits/maximumRunningCalls``.
  private(set) var running = 0
  /// The document that is shown, with its position among all documents; nil while no document is shown.
  private(set) var document: (id: DocumentID, ordinal: Int)?
  private var lastOrdinal = 0
  /// The number of the newest blocking call. Its answer is kept for repeated requests.
  private var answerKept: Int?

  func id(_ number: Int) -> CallID { CallID(document: document?.ordinal ?? 0, number: number) }

  subscript(id: CallID) -> IncomingCall? { calls[id] }

  /// Whether the document that is shown is blocked by an unanswered call.
  var isBlocking: Bool { ofDocument.contains { $0.form == .result && $0.isUnsettled } }

  /// Whether all calls of the document that is shown have been answered.
  var areSettled: Bool { ofDocument.allSatisfy { !$0.isUnsettled } }

  private var ofDocument: some Sequence<IncomingCall> {
    calls.lazy.filter { $0.key.document == document?.ordinal }.map(\.value)
  }

  // MARK: The life of a call

  /// The state of a blocking call when one of its requests arrives.
  enum Arrival {
    /// The call arrived for the first time, and waits in the queue.
    case new(CallID)
    /// The call was recorded before and is unanswered. The waiter will receive its answer. If there are more than
    /// ``IncomingCall/mostWaiters`` waiters, the oldest one is removed and returned here.
    case joined(replacing: IncomingCall.Waiter?)
    /// The waiter receives this outcome immediately: the answer to the recorded call, or the reason why the call cannot
    /// be accepted.
    case over(WebView.CallOutcome)
  }

  mutating func arrive(
    _ number: Int, _ method: String, of document: DocumentID, deadline: Duration,
    webView: String, waiter: @escaping IncomingCall.Waiter
  ) -> Arrival {
    guard self.document?.id == document else { return .over(.gone) }
    let id = id(number)
    if let call = calls[id] {
      // The number belongs to a call of another form, or the page has sent a newer numbered line since this call.
      guard call.form == .result, !call.isLeftBehind else {
        return .over(.malformed("call \(number) was already answered"))
      }
      if let line = call.keptAnswer { return .over(.answered(line)) }
      return .joined(
        replacing: change(id) { call in
          call.waiters.append(waiter)
          return call.waiters.count > IncomingCall.mostWaiters ? call.waiters.removeFirst() : nil
        } ?? nil)
    }
    var call = IncomingCall(method: method, form: .result, hasBegun: false)
    call.waiters = [waiter]
    call.deadline = deadline
    call.page = BlockedPage(webView: webView, method: method, call: id)
    calls[id] = call
    return .new(id)
  }

  /// Records a call that may be answered later, on the socket. If a faulty page has already used the number for a
  /// blocking call, returns the waiters of that call.
  mutating func begin(_ id: CallID, _ method: String, as form: Invocation.Form) -> [IncomingCall.Waiter] {
    let displaced = drop(id)
    insert(IncomingCall(method: method, form: form), id)
    return displaced
  }

  /// Marks a blocking call as begun, and discards the answer to the previous one. Returns the page that it blocks.
  mutating func begin(blocking id: CallID) -> BlockedPage? {
    goOn()
    answerKept = id.number
    return change(id) { call in
      call.hasBegun = true
      return call.page
    } ?? nil
  }

  /// Records that the function of a call continues after it was called, as an `async` function does.
  mutating func start(_ id: CallID, at now: Duration, reportAfter limit: Duration?, responder: Responder?) {
    _ = change(id) { call in
      let time = RunningTime(method: call.method, start: now, nextReport: limit)
      call.function = .init(time: time, responder: responder)
    }
  }

  /// Sets the task of the function. No effect if the function has returned.
  mutating func set(_ task: Task<Void, Never>, for id: CallID) {
    _ = change(id) { $0.function?.task = task }
  }

  /// Marks the function as returned. Returns the previous record of the call.
  mutating func returned(_ id: CallID) -> IncomingCall? {
    let call = calls[id]
    _ = change(id) {
      $0.function = nil
      $0.page?.release()
    }
    return call
  }

  mutating func openCompletion(_ id: CallID) { _ = change(id) { $0.hasOpenCompletion = true } }

  mutating func closeCompletion(_ id: CallID) { _ = change(id) { $0.hasOpenCompletion = false } }

  /// Records a value that is not the last one. Returns false if the page no longer waits for values of this call.
  mutating func addValue(_ id: CallID) -> Bool {
    change(id) { call in
      guard call.form == .either, call.takesValues else { return false }
      call.answer = .hasValues
      return true
    } ?? false
  }

  enum Answering {
    /// The answer is sent on the socket; `hasValues` if it must follow earlier values of the call.
    case bySocket(hasValues: Bool)
    /// The answer is passed to all waiters of this blocking call.
    case byCall([IncomingCall.Waiter])
    /// The call was answered before, or the page no longer waits for its answer.
    case late
  }

  /// Records the last value or the failure of an awaited call. `line` is the answer; the expression is evaluated only
  /// for a blocking call.
  mutating func answer(_ id: CallID, with line: @autoclosure () -> [UInt8]) -> Answering {
    change(id) { call in
      guard call.takesValues else { return .late }
      guard call.form == .result else {
        return .bySocket(hasValues: exchange(&call.answer, with: .given) == .hasValues)
      }
      return .byCall(call.settle(with: line()))
    } ?? .late
  }

  /// Marks the answer to this call as sent.
  mutating func settle(_ number: Int) { _ = change(id(number)) { $0.answer = .settled } }

  /// Removes the record of a blocking call whose function will not be called. Returns the call's waiters.
  mutating func drop(_ id: CallID) -> [IncomingCall.Waiter] {
    guard calls[id]?.form == .result, var call = remove(id) else { return [] }
    return call.settle(with: nil)
  }

  /// Settles an `ask` for which the page no longer waits. Returns its task, which the caller cancels.
  mutating func cancel(_ number: Int) -> Task<Void, Never>? {
    let id = id(number)
    guard let call = calls[id], call.form == .either, call.takesValues else { return nil }
    _ = change(id) { $0.answer = .settled }
    return call.function?.task
  }

  /// Discards the answer to the last blocking call. The page has sent a newer numbered line, so it has received the
  /// answer or has stopped waiting for it.
  mutating func goOn() {
    guard let number = answerKept.take() else { return }
    _ = change(id(number)) { call in
      call.keptAnswer = nil
      call.isLeftBehind = true
    }
  }

  /// Adds a callback for the settlement of a blocking call. Returns false if the call is already settled.
  mutating func add(dependent: @escaping IncomingCall.Waiter, to id: CallID) -> Bool {
    change(id) { call in
      guard call.isUnsettled else { return false }
      call.dependents.append(dependent)
      return true
    } ?? false
  }

  // MARK: All calls

  /// Records that the web view now shows another document, or none. Returns the waiters and the running functions of
  /// the previous document. The functions continue until they return, because they may be saving data. The caller must
  /// end the functions that only read a sequence.
  mutating func show(_ document: DocumentID?) -> (waiters: [IncomingCall.Waiter], functions: [IncomingCall.Function]) {
    let left = calls.filter { $0.key.document == self.document?.ordinal }
    var waiters: [IncomingCall.Waiter] = []
    var functions: [IncomingCall.Function] = []
    for id in left.keys.sorted(by: { $0.number < $1.number }) {
      guard var call = remove(id) else { continue }
      waiters += call.settle(with: nil)
      call.keptAnswer = nil
      call.isLeftBehind = true
      // Completions that a program still holds do not count against the next document's limit.
      call.hasOpenCompletion = false
      guard let function = call.function else { continue }
      functions.append(function)
      insert(call, id)
    }
    answerKept = nil
    lastOrdinal += document == nil ? 0 : 1
    self.document = document.map { ($0, lastOrdinal) }
    return (waiters, functions)
  }

  /// The running functions of the document that is shown.
  var functions: [IncomingCall.Function] { ofDocument.compactMap(\.function) }

  /// The tasks of all running functions, including functions that previous documents have called.
  var tasks: [Task<Void, Never>] { calls.values.compactMap(\.function?.task) }

  /// The waiters of a settled call, and the answer.
  typealias Settled = ([IncomingCall.Waiter], [UInt8])

  /// Settles the blocking calls whose deadline has passed, or all blocking calls if `now` is nil. Returns their waiters
  /// and answers.
  mutating func expire(at now: Duration?, with line: (IncomingCall, Int) -> [UInt8]) -> [Settled] {
    let due = calls.filter { _, call in
      call.form == .result && call.isUnsettled && (now.map { (call.deadline ?? .zero) <= $0 } ?? true)
    }
    return due.keys.sorted { $0.number < $1.number }.compactMap { id in
      change(id) { call in
        let line = line(call, id.number)
        return (call.settle(with: line), line)
      }
    }
  }

  /// The earliest deadline of a blocking call.
  var nextDeadline: Duration? { calls.values.compactMap(\.deadline).min() }

  /// Returns, in order, the page's unanswered calls that must be answered on its socket. These are recorded calls, and
  /// calls in `messages` that the queue has not finished. Lines up to number `taken` are ignored, because their calls
  /// are already recorded or answered.
  func unanswered(and messages: [PageMessage], after taken: Int) -> [(number: Int, method: String, callback: String?)] {
    var open: [Int: (method: String, callback: String?)] = [:]
    for (id, call) in calls where id.document == document?.ordinal && call.isUnsettled && call.form != .result {
      open[id.number] = (call.method, call.form.callback)
    }
    for case .numbered(let number, let line) in messages.lazy.flatMap(\.lines) where number > taken {
      switch line {
      case .ask(let method, _): open[number] = (method, nil)
      case .post(let method, let callback, _): open[number] = (method, callback)
      default: break
      }
    }
    return open.sorted { $0.key < $1.key }.map { ($0.key, $0.value.method, $0.value.callback) }
  }

  // MARK: Functions that do not return

  /// Returns the functions that must be reported as overdue now, and the time at which the next report of any function
  /// is due. A function that sends a sequence is not reported, because it lasts as long as the page reads the sequence.
  mutating func overdue(at now: Duration) -> (late: [RunningTime], next: Duration?) {
    var late: [RunningTime] = []
    var next: Duration?
    for (id, call) in calls {
      guard var function = call.function, function.responder?.hasSequence != true else { continue }
      if function.time.report(at: now) {
        late.append(function.time)
        calls[id]?.function = function
      }
      if let due = function.time.due { next = min(next ?? due, due) }
    }
    return (late, next)
  }

  // MARK: The table of calls

  private mutating func insert(_ call: IncomingCall, _ id: CallID) {
    remove(id)
    calls[id] = call
    if call.isRunning { running += 1 }
  }

  @discardableResult
  private mutating func remove(_ id: CallID) -> IncomingCall? {
    let call = calls.removeValue(forKey: id)
    if call?.isRunning == true { running -= 1 }
    return call
  }

  /// Changes the record of a call, and removes the record if it is no longer needed.
  private mutating func change<T>(_ id: CallID, _ body: (inout IncomingCall) -> T) -> T? {
    guard let place = calls.index(forKey: id) else { return nil }
    let wasRunning = calls.values[place].isRunning
    let result = body(&calls.values[place])
    let isRunning = calls.values[place].isRunning
    if wasRunning != isRunning { running += isRunning ? 1 : -1 }
    if calls.values[place].isOver { calls.remove(at: place) }
    return result
  }
}
