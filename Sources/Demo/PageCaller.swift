import DSBridge

/// Calls functions of the page that calls it.
@Exposed
final class PageCaller {
  // The web view owns its interfaces, so they must not own it.
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  /// Has the page add the numbers, with the function it registered as `addValue`.
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
