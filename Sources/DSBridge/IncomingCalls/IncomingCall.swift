import DSBridgeLocks

/// The id of a call, unique among all calls of a web view's pages.
struct CallID: Sendable, Hashable {
  /// The document's position among all documents of the web view.
  let document: Int
  /// The number of the line that makes the call.
  let number: Int
}

/// The record of a call from a page. It exists until the page has the answer, the function has returned, and the
/// function has passed the last value to its completion.
struct IncomingCall: Sendable {
  enum Answer: Sendable, Equatable {
    case awaited
    /// Some values have been recorded, but not the last one.
    case hasValues
    /// The last value exists and has not been sent.
    case given
    /// The answer was sent, or the page has cancelled the call or shows another document.
    case settled
  }

  /// A function that continues after it was called, such as an `async` function.
  struct Function: Sendable {
    var time: RunningTime
    var task: Task<Void, Never>?
    /// The responder of a function that may send a sequence.
    var responder: Responder?
  }

  /// The maximum number of waiters of one blocking call. A further waiter replaces the oldest one.
  static let mostWaiters = 4

  /// A callback that receives the outcome of a blocking call, once.
  typealias Waiter = @Sendable (WebView.CallOutcome) -> Void

  let method: String
  /// The way in which the call is answered. The page is blocked by a call of the form `result` until the answer in the
  /// response to a request, or on a fast-lane socket. Other answers are sent on the socket.
  let form: Invocation.Form
  var answer = Answer.awaited
  /// Indicates whether the queue has processed the call's entry. The call then counts as running.
  var hasBegun = true
  /// The function, while it runs.
  var function: Function?
  /// Whether the function has a completion that has not yet received its last value.
  var hasOpenCompletion = false

  // The following properties are used by blocking calls only.

  /// The waiters, oldest first: one for each copy of the call's request. If the page has repeated the call, it waits
  /// only for the new copy. If a proxy has repeated the call, the page still waits for the older copy. Therefore every
  /// waiter receives the answer.
  var waiters: [Waiter] = []
  /// The time at which the call fails with `timeout`.
  var deadline: Duration?
  /// Callbacks of tasks that wait until the call is settled (see ``BlockedPage``).
  var dependents: [Waiter] = []
  /// The line that answered the call. Kept, because a browser may repeat a request.
  var keptAnswer: [UInt8]?
  /// Indicates whether the page has sent a newer numbered line, and so will not request the answer again.
  var isLeftBehind = false
  var page: BlockedPage?

  /// Whether the call counts against the limit of running calls.
  var isRunning: Bool {
    function != nil || hasOpenCompletion || (hasBegun && form.callback == nil && takesValues)
  }

  /// Whether the last value does not exist yet.
  var takesValues: Bool { answer == .awaited || answer == .hasValues }

  /// Whether the record is no longer needed.
  var isOver: Bool {
    answer == .settled && function == nil && !hasOpenCompletion && (form != .result || isLeftBehind)
  }

  /// Indicates whether the page still waits for an answer. A server that shuts down must send one.
  var isUnsettled: Bool { answer != .settled }

  /// Settles a blocking call. Returns the waiters and the dependents, which the caller must call.
  mutating func settle(with line: [UInt8]?) -> [Waiter] {
    answer = .settled
    keptAnswer = line
    deadline = nil
    page?.release()
    var settled = exchange(&waiters, with: [])
    settled += exchange(&dependents, with: [])
    return settled
  }
}

/// A page that is blocked by its own call until the called function returns, or until the call fails early. The task
/// that runs the function must not wait for this page, because that would deadlock. Tasks that the function creates
/// inherit ``current``. They may wait for the page after the call has been settled.
final class BlockedPage: Sendable {
  @TaskLocal static var current: BlockedPage?

  let webView: String
  let method: String
  let call: CallID
  private let released = Atomic(false)
  /// The hash value of the task that runs the function; 0 until the function begins. A later task may have the same
  /// hash value only after the function has returned, and then the page is released.
  private let task = Atomic(0)

  /// Whether the function has returned or the page has its answer. Code of the function that still runs may then wait
  /// for the page.
  var isReleased: Bool { released.load(ordering: .relaxed) }

  init(webView: String, method: String, call: CallID) {
    self.webView = webView
    self.method = method
    self.call = call
  }

  /// Indicates whether the current task runs the function.
  var isCalledByFunction: Bool { task.load(ordering: .relaxed) == Self.currentTask }

  /// Records that the current task runs the function.
  func functionBegins() { task.store(Self.currentTask, ordering: .relaxed) }

  private static var currentTask: Int { withUnsafeCurrentTask { $0?.hashValue } ?? 0 }

  func release() {
    released.store(true, ordering: .relaxed)
  }

  /// The error of a task that would wait for the page.
  func deadlock(before what: String) -> BridgeError {
    BridgeError(
      .deadlock,
      """
      Waiting for \(what) here would deadlock: the page is blocked until "\(method)" returns. Call "\(method)" with \
      bridge.ask in the page, or do not wait.
      """)
  }
}
