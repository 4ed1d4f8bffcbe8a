import DSBridgeLocks
import DequeModule

/// The pending calls to page functions, and pending scripts. A value type without side effects.
struct PageCalls {
  private var calls: [Int: PageCall] = [:]
  /// The ids of calls without a waiting caller, oldest first. May contain ids of removed calls.
  private var unawaited: Deque<Int> = []
  private var unawaitedCount = 0
  /// Calls and scripts that wait for the page to be ready.
  var held = Backlog()
  /// Indicates whether it has been logged that the page reads too slowly. Reset when the page has caught up.
  var hasReportedSlowPage = false

  /// The maximum number of records for calls without a waiting caller. These records exist only to log failures.
  /// Without a limit they would accumulate, because pages do not have to answer such calls.
  static let mostUnawaited = 1_000

  var count: Int { calls.count }

  mutating func add(_ call: PageCall) {
    calls[call.id] = call
    guard !call.isAwaited else { return }
    unawaitedCount += 1
    unawaited.append(call.id)
    if unawaited.count > 2 * unawaitedCount + 64 { unawaited.removeAll { calls[$0] == nil } }
  }

  /// Removes the oldest records of sent calls without a waiting caller, if there are more than ``mostUnawaited``.
  mutating func forgetUnawaited() {
    while unawaitedCount > Self.mostUnawaited, let id = unawaited.first, calls[id]?.document != nil || calls[id] == nil
    {
      unawaited.removeFirst()
      _ = remove(id)
    }
  }

  /// Returns whether a caller waits for the result; false for an unknown call.
  func isAwaited(_ id: Int) -> Bool { calls[id]?.isAwaited == true }

  func contains(_ id: Int) -> Bool { calls[id] != nil }

  mutating func sent(_ id: Int, to document: DocumentID) {
    calls[id]?.document = document
  }

  /// Returns the call that a value from `document` answers, and whether the value is the call's last. Removes the call
  /// after its last value.
  mutating func call(for id: Int, of document: DocumentID, isLast: Bool) -> (call: PageCall, isLast: Bool)? {
    guard let call = calls[id], call.document == document else { return nil }
    let isLast = isLast || call.isOnce
    if isLast { _ = remove(id) }
    return (call, isLast)
  }

  /// Removes the call, whether or not it has been sent.
  mutating func remove(_ id: Int) -> PageCall? {
    let call = calls.removeValue(forKey: id)
    if call?.isAwaited == false { unawaitedCount -= 1 }
    call?.timer?.cancel()
    return call
  }

  /// Removes the calls that were sent to `document`, or all calls if it is nil.
  mutating func removeAll(of document: DocumentID?) -> [PageCall] {
    let ids = calls.filter { document == nil || $0.value.document == document }.keys.sorted()
    return ids.compactMap { remove($0) }
  }
}

/// A pending call to a page function, or a pending script.
struct PageCall: Sendable {
  /// A callback that receives each value (nil for `undefined`) or one failure, in the web view's isolation.
  typealias Completion = @Sendable (_ result: Result<JSON?, any Error>, _ isLast: Bool) -> Void

  /// The id, which this web view never reuses.
  let id: Int
  /// The timeout; nil for none, or if the caller handles the timeout itself.
  let limit: Duration?
  /// A description of the call for error messages.
  let what: String
  /// Whether the first value ends the call.
  let isOnce: Bool
  /// Whether a caller waits for the answer.
  let isAwaited: Bool
  /// The replacement key. If several waiting calls have the same key, only the newest one is sent.
  let key: Evaluation.Key?
  let completion: Completion
  /// The document that the call was sent to; nil before that.
  var document: DocumentID?
  /// The timer that fails the call after ``limit``.
  var timer: ScheduledAction?
  /// The call's line in the log; `nil` unless the web view is in debug mode.
  var trace: WebView.CallTrace?

  init(
    _ webView: WebView, limit: Duration?, what: String, once isOnce: Bool = false, isAwaited: Bool = true,
    replacing key: String? = nil, completion: @escaping Completion = { _, _ in }
  ) {
    id = webView.lastCallID.add(1, ordering: .relaxed).newValue
    self.limit = limit?.bounded
    self.what = what
    self.isOnce = isOnce
    self.isAwaited = isAwaited
    self.key = key.map(Evaluation.Key.named)
    self.completion = completion
  }

  /// Returns the line that makes the call.
  func line(_ method: String, _ arguments: JSON) -> ServerLine { .invoke(id: id, method: method, arguments) }
}
