import Locks

/// The page that stands still until the function running in this task returns, or its call is given up. Such a function
/// must not wait for that page.
final class BlockedPage: Sendable {
  @TaskLocal static var current: BlockedPage?

  let webView: String
  let method: String
  private let released = Atomic(false)

  /// The function has returned, or the page has its answer: what still runs may wait for the page.
  var isReleased: Bool { released.load(ordering: .relaxed) }

  init(webView: String, method: String) {
    self.webView = webView
    self.method = method
  }

  func release() {
    released.store(true, ordering: .relaxed)
  }

  /// Throws where the current task would wait for a page that waits for it.
  static func check(_ webView: WebView, before what: String) throws {
    guard let page = current, page.webView == webView.id, !page.isReleased else { return }
    throw BridgeError(
      .deadlock,
      """
      \(what) cannot be waited for here: the page stands still until "\(page.method)" returns. Let the page call \
      "\(page.method)" by bridge.ask, or do not wait.
      """)
  }
}
