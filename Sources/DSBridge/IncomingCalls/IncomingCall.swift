/// Names a call among all that a web view was ever asked.
struct CallID: Sendable, Hashable {
  /// Which of the web view's documents, counted.
  let document: Int
  /// The message's number.
  let number: Int
}

/// A call of a page, from its beginning until nobody has to do with it any more: the page has its answer, the function
/// has returned, and its completion has had the last value.
struct IncomingCall: Sendable {
  /// How it is answered.
  enum Form: Sendable, Equatable {
    /// On the socket, once or with any number of values.
    case ask
    /// In the response to a request, or on a socket of its own, while the page stands still.
    case blocking
    /// By calling the page's function of that name.
    case post(callback: String)
  }

  enum Answer: Sendable, Equatable {
    case awaited
    /// It has had a value that was not the last.
    case hasValues
    /// The last value is there, and has not left.
    case given
    /// The page has it, or does not want it any more.
    case settled
  }

  /// A function that runs on after it was called.
  struct Function: Sendable {
    /// When it began.
    let start: Duration
    /// The time after which it is reported as running next; nil when nobody wants to know.
    var nextReport: Duration?
    var isReported = false
    var task: Task<Void, Never>?
    /// Of one that may send a sequence.
    var responder: Responder?
  }

  /// So many may wait for one blocking call; the oldest gives its place to the next.
  static let mostWaiters = 4

  /// Gets the answer of a blocking call, once.
  typealias Waiter = @Sendable (WebView.CallOutcome) -> Void

  let method: String
  let form: Form
  var answer = Answer.awaited
  /// The queue has come to it: it counts as running.
  var hasBegun = true
  /// Its function, while it runs.
  var function: Function?
  /// Its function was given a completion that has not had the last value.
  var hasOpenCompletion = false

  // Of a blocking call:

  /// The oldest first. A page that sends the call again has given up the copy before; a proxy that does has not.
  var waiters: [Waiter] = []
  /// Until when it is waited for.
  var deadline: Duration?
  /// The line that answered it: browsers send a request again by themselves.
  var keptAnswer: [UInt8]?
  /// The page has gone on, and will not ask for the answer again.
  var isLeftBehind = false
  var page: BlockedPage?

  /// Counts against the limit of a page's calls.
  var isRunning: Bool {
    function != nil || hasOpenCompletion || (hasBegun && form.isAwaited && (answer == .awaited || answer == .hasValues))
  }

  /// Nobody has to do with it any more.
  var isOver: Bool {
    answer == .settled && function == nil && !hasOpenCompletion && (form != .blocking || isLeftBehind)
  }

  /// The page waits for it: an answer is due also when the server ends.
  var isUnsettled: Bool { answer != .settled }

  /// Settles a blocking call. Gives back who is to be told.
  mutating func settle(with line: [UInt8]?) -> [Waiter] {
    answer = .settled
    keptAnswer = line
    deadline = nil
    page?.release()
    defer { waiters = [] }
    return waiters
  }
}

extension IncomingCall.Form {
  /// Its values are what the page waits for; a callback's come as they come.
  var isAwaited: Bool {
    switch self {
    case .ask, .blocking: true
    case .post: false
    }
  }
}
