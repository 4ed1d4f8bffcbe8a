import Synchronization

/// A call of a page function, or a script, on its way to the page.
struct PageCall: Sendable {
  /// Never used again by this web view, whatever document asks.
  let id: Int
  /// How long the page may take; nil for as long as it is there, or where the caller looks after it.
  let limit: Duration?
  /// What the page was asked for, for an error's text.
  let what: String
  /// One value ends it, whatever the page says.
  let isOnce: Bool
  /// False when the completion does nothing.
  let isAwaited: Bool
  /// Of those with one key only the newest is sent when several wait.
  let key: Evaluation.Key?
  let completion: PageCalls.Completion

  init(
    _ webView: WebView, limit: Duration?, what: String, once isOnce: Bool = false, isAwaited: Bool = true,
    replacing key: String? = nil, completion: @escaping PageCalls.Completion
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
