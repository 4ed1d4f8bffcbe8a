import Locks

/// A call of a page function, or a script, on its way to the page and until it is answered.
struct PageCall: Sendable {
  /// Gets each value (nil for `undefined`) or one failure; in the web view's isolation.
  typealias Completion = @Sendable (_ result: Result<JSON?, any Error>, _ isLast: Bool) -> Void

  /// Never used again by this web view, whatever document asks.
  let id: Int
  /// How long the page may take; nil for as long as it is there, or where the caller looks after it.
  let limit: Duration?
  /// What the page was asked for, for an error's text.
  let what: String
  /// One value ends it, whatever the page says.
  let isOnce: Bool
  /// False when nobody gets what the page answers.
  let isAwaited: Bool
  /// Of those with one key only the newest is sent when several wait.
  let key: Evaluation.Key?
  let completion: Completion
  /// What it was sent to; nil until it has left.
  var document: DocumentID?
  /// Ends it when the page takes too long.
  var timer: ScheduledAction?

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
}
