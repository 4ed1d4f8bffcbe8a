import DSBridge

/// An interface that calls functions of the calling page.
@Exposed
final class PageCaller {
  // Weak, because the web view owns its interfaces.
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  /// Calls the function that the page registered as `addValue` with the numbers.
  func letPageAdd(numbers: [Int], completion: @escaping @Sendable (String) -> Void) {
    Task { [weak webView] in
      do {
        let sum = try await webView?.call("addValue", with: numbers, returning: Int.self)
        completion("Swift called addValue and got \(sum ?? 0).")
      } catch {
        completion("Swift called addValue and got an error: \(error)")
      }
    }
  }
}
