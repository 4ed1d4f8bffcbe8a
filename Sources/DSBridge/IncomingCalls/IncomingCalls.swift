/// All calls of a web view's pages that are not over, one record each. A pure value, without a clock: times are given,
/// counted from one moment.
///
/// A call that returns its result in the batch in which it came has no record, unless it blocks the page or has a
/// callback.
struct IncomingCalls {
  private var calls: [CallID: IncomingCall] = [:]
  /// Those that count against the limit.
  private(set) var running = 0
  /// The document that is shown, by its place among all of them; nil while there is none.
  private(set) var document: (id: DocumentID, ordinal: Int)?
  private var lastOrdinal = 0
  /// A call to be found again by its answer: the newest blocking one.
  private var answerKept: Int?

  func id(_ number: Int) -> CallID { CallID(document: document?.ordinal ?? 0, number: number) }

  subscript(id: CallID) -> IncomingCall? { calls[id] }

  /// Of the document that is shown: whether the page stands still until it has an answer.
  var isBlocking: Bool { ofDocument.contains { $0.form == .blocking && $0.isUnsettled } }

  /// Of the document that is shown: whether each has its answer.
  var areSettled: Bool { ofDocument.allSatisfy { !$0.isUnsettled } }

  private var ofDocument: some Sequence<IncomingCall> {
    calls.lazy.filter { $0.key.document == document?.ordinal }.map(\.value)
  }

  // MARK: A call's life

  /// A blocking call has arrived, and waits in the queue.
  enum Arrival {
    /// For the first time.
    case new(CallID)
    /// It is under way: the waiter gets its answer. Where too many wait, the oldest does not any more.
    case joined(replacing: IncomingCall.Waiter?)
    case answered([UInt8])
    /// Its document is not the one shown.
    case gone
    /// It was answered long ago, and the page has gone on.
    case forgotten
  }

  mutating func arrive(
    _ number: Int, _ method: String, of document: DocumentID, deadline: Duration,
    page: BlockedPage, waiter: @escaping IncomingCall.Waiter
  ) -> Arrival {
    guard self.document?.id == document else { return .gone }
    let id = id(number)
    if let call = calls[id] {
      guard call.form == .blocking, !call.isLeftBehind else { return .forgotten }
      if let line = call.keptAnswer { return .answered(line) }
      return .joined(
        replacing: change(id) { call in
          call.waiters.append(waiter)
          return call.waiters.count > IncomingCall.mostWaiters ? call.waiters.removeFirst() : nil
        } ?? nil)
    }
    var call = IncomingCall(method: method, form: .blocking, hasBegun: false)
    call.waiters = [waiter]
    call.deadline = deadline
    call.page = page
    calls[id] = call
    return .new(id)
  }

  /// The queue has come to a call that is answered on the socket, and not in this batch. Gives back who waits for a
  /// blocking call of the same number, which a page never sends.
  mutating func begin(_ id: CallID, _ method: String, as form: IncomingCall.Form) -> [IncomingCall.Waiter] {
    let displaced = drop(id)
    insert(IncomingCall(method: method, form: form), id)
    return displaced
  }

  /// The queue has come to a blocking call. The page that waits for it.
  mutating func begin(blocking id: CallID) -> BlockedPage? {
    answerKept = id.number
    return change(id) { call in
      call.hasBegun = true
      return call.page
    } ?? nil
  }

  /// A function was called that runs on.
  mutating func start(_ id: CallID, at now: Duration, reportAfter limit: Duration?, responder: Responder?) {
    _ = change(id) { $0.function = .init(start: now, nextReport: limit, responder: responder) }
  }

  /// No effect when it has returned already.
  mutating func set(_ task: Task<Void, Never>, for id: CallID) {
    _ = change(id) { $0.function?.task = task }
  }

  /// Its function has returned. Gives back the call as it was.
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

  /// A value that is not the last. False when nobody waits for it any more.
  mutating func addValue(_ id: CallID) -> Bool {
    change(id) { call in
      guard call.form == .ask, call.answer == .awaited || call.answer == .hasValues else { return false }
      call.answer = .hasValues
      return true
    } ?? false
  }

  enum Answering {
    /// On the socket; `hasValues` when it must come after the values that it had.
    case bySocket(hasValues: Bool)
    /// To everyone who waits for this call.
    case byCall([IncomingCall.Waiter])
    /// It was answered before, or is not waited for.
    case late
  }

  /// The last value of an awaited call, or its failure; `line` when the page stands still.
  mutating func answer(_ id: CallID, with line: @autoclosure () -> [UInt8]) -> Answering {
    change(id) { call in
      switch call.answer {
      case .given, .settled: return .late
      case .awaited, .hasValues: break
      }
      guard call.form == .blocking else {
        defer { call.answer = .given }
        return .bySocket(hasValues: call.answer == .hasValues)
      }
      return .byCall(call.settle(with: line()))
    } ?? .late
  }

  /// The answer of this call has left.
  mutating func settle(_ number: Int) { _ = change(id(number)) { $0.answer = .settled } }

  /// A blocking call is not taken on: who waits for it is told otherwise.
  mutating func drop(_ id: CallID) -> [IncomingCall.Waiter] {
    guard calls[id]?.form == .blocking, var call = remove(id) else { return [] }
    return call.settle(with: nil)
  }

  /// The page does not wait for this `ask` any more. Its task is to be cancelled.
  mutating func cancel(_ number: Int) -> Task<Void, Never>? {
    let id = id(number)
    guard let call = calls[id], call.form == .ask, call.answer == .awaited || call.answer == .hasValues else {
      return nil
    }
    _ = change(id) { $0.answer = .settled }
    return call.function?.task
  }

  /// The page has gone on: it had the answer of the blocking call before, or has given it up.
  mutating func goOn() {
    guard let number = answerKept else { return }
    answerKept = nil
    _ = change(id(number)) { call in
      call.keptAnswer = nil
      call.isLeftBehind = true
    }
  }

  // MARK: All of them

  /// Another document is shown, or none. Gives back who waits for answers, and what may read a sequence for nobody.
  /// Functions run to their end: they may be saving something.
  mutating func show(
    _ document: DocumentID?
  ) -> (waiters: [IncomingCall.Waiter], functions: [IncomingCall.Function]) {
    let left = calls.filter { $0.key.document == self.document?.ordinal }
    var waiters: [IncomingCall.Waiter] = []
    var functions: [IncomingCall.Function] = []
    for id in left.keys.sorted(by: { $0.number < $1.number }) {
      guard var call = remove(id) else { continue }
      waiters += call.settle(with: nil)
      call.keptAnswer = nil
      call.isLeftBehind = true
      // What a program keeps of it is no burden of the next document.
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

  /// The functions that are at work for the document that is shown.
  var functions: [IncomingCall.Function] { ofDocument.compactMap(\.function) }

  /// Of all documents.
  var tasks: [Task<Void, Never>] { calls.values.compactMap(\.function?.task) }

  /// Blocking calls that have waited too long, or all of them when `now` is nil; they are settled.
  mutating func expire(at now: Duration?, with line: (IncomingCall, Int) -> [UInt8]) -> [(
    [IncomingCall.Waiter], [UInt8]
  )] {
    let due = calls.filter { _, call in
      call.form == .blocking && call.isUnsettled && (now.map { (call.deadline ?? .zero) <= $0 } ?? true)
    }
    return due.keys.sorted { $0.number < $1.number }.compactMap { id in
      change(id) { call in
        let line = line(call, id.number)
        return (call.settle(with: line), line)
      }
    }
  }

  /// When the next blocking call has waited too long.
  var nextDeadline: Duration? { calls.values.compactMap(\.deadline).min() }

  /// What the page has asked and has no answer for on its socket, in order. `frames` are those whose answers have not
  /// left; of their messages, those up to `taken` were begun before.
  func unanswered(and frames: [PageFrame], after taken: Int) -> [(number: Int, method: String, callback: String?)] {
    var open: [Int: (method: String, callback: String?)] = [:]
    for (id, call) in calls where id.document == document?.ordinal && call.isUnsettled {
      switch call.form {
      case .ask: open[id.number] = (call.method, nil)
      case .post(let callback): open[id.number] = (call.method, callback)
      case .blocking: break
      }
    }
    for case .message(let number, let message) in frames.lazy.flatMap(\.lines) where number > taken {
      switch message {
      case .ask(let method, _): open[number] = (method, nil)
      case .post(let method, let callback, _): open[number] = (method, callback)
      default: break
      }
    }
    return open.sorted { $0.key < $1.key }.map { ($0.key, $0.value.method, $0.value.callback) }
  }

  // MARK: Functions that do not return

  /// A function that has run for long.
  struct Overdue {
    let id: CallID
    let method: String
    let start: Duration
    let responder: Responder?
  }

  /// Those to be reported now, the next time after twice as long; and the time of the next report of any.
  mutating func overdue(at now: Duration) -> (late: [Overdue], next: Duration?) {
    var late: [Overdue] = []
    var next: Duration?
    for (id, call) in calls {
      guard var function = call.function, var report = function.nextReport else { continue }
      if function.start + report <= now {
        late.append(Overdue(id: id, method: call.method, start: function.start, responder: function.responder))
        while function.start + report <= now { report = (report * 2).bounded }
        function.nextReport = report
        function.isReported = true
        calls[id]?.function = function
      }
      next = min(next ?? .seconds(Int.max), function.start + report)
    }
    return (late, next)
  }

  /// It may take as long as it likes.
  mutating func stopReporting(_ id: CallID) {
    _ = change(id) {
      $0.function?.nextReport = nil
      $0.function?.isReported = false
    }
  }

  // MARK: The table

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

  /// Removes the call when it is over then.
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
