/// Whoever made a web view. Any thread.
package protocol WebViewHost: AnyObject, Sendable {
  /// The web view is gone. Called once.
  func webViewClosed()
  /// Whether, when that document was left, another may be on its way: it has the usual time to say hello.
  func expectsDocument(after left: DocumentID) -> Bool
}
