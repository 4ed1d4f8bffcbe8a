/// Counts what a web view does, for those who measure. Told on the web view's thread: it must not wait.
package protocol WebViewObserver: Sendable {
  /// A function of an interface is about to be called.
  /// - Parameter method: as it was found; nil for one that is not there, so that a page cannot invent names to count.
  func callBegan(_ method: String?) -> any CallObservation
  /// A frame of so many bytes has left.
  func batchLeft(_ size: Int)
  /// So many bytes more, or less, wait for the page, or for it to say that it has them.
  func waitingChanged(by bytes: Int)
}

/// One call, until its last answer.
package protocol CallObservation: Sendable {
  /// Runs the function, or what starts it, within the call's span.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result
  /// Nil when it went well.
  func ended(_ failure: BridgeError?)
}
