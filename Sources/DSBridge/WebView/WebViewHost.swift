/// The creator of a web view. Its functions are called on any thread.
package protocol WebViewHost: AnyObject, Sendable {
  /// Called once, when the web view was closed.
  func webViewClosed()
  /// Returns whether a successor of the document `left` is expected. If so, the web view waits for the successor's
  /// `hello` for the reconnect timeout, not only for the close delay.
  func expectsDocument(after left: DocumentID) -> Bool
  /// Called when another document is shown. `url` is its address.
  func documentOpened(at url: String)
  /// Called for each event from the page, in the web view's isolation. The host may handle events that this module does
  /// not know.
  func pageTold(_ name: String, _ value: JSON)
}

/// An observer that counts the activity of a web view for metrics. Called in the web view's isolation; must not block.
package protocol WebViewObserver: Sendable {
  /// Called before a function of an interface is called.
  /// - Parameter method: the resolved name; nil if there is no such method, so that a page cannot create metrics with
  ///   invented names.
  func callBegan(_ method: String?) -> any CallObservation
  /// Called with the size of each numbered wire message, in bytes, immediately before the message is sent. Without a
  /// connection, the message is kept until the page reconnects.
  func batchLeft(_ size: Int)
  /// Called when the size of waiting and unacknowledged messages has changed by `bytes`, which may be negative.
  func waitingChanged(by bytes: Int)
}

/// The observation of one call, until its last answer.
package protocol CallObservation: Sendable {
  /// Runs the function, or the code that starts it, within the call's span.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result
  /// Ends the observation. `failure` is nil for a successful call.
  func ended(_ failure: BridgeError?)
}
