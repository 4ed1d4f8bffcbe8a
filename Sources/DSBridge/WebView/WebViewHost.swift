/// Whoever made a web view. Any thread.
package protocol WebViewHost: AnyObject, Sendable {
  /// The web view is gone. Called once.
  func webViewClosed()
  /// Whether, when that document was left, another may be on its way: it has the usual time to say hello.
  func expectsDocument(after left: DocumentID) -> Bool
  /// Another document is shown, from this address.
  func documentOpened(at url: String)
  /// The page tells something that only the host may know. In the web view's isolation.
  func pageTold(_ name: String, _ value: JSON)
}
