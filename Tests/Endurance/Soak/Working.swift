import SnippetBridge

/// The interface that the pages of a ``Soak`` call.
@Exposed
final class Working {
  private weak let webView: WebView?

  init(webView: WebView) {
    self.webView = webView
  }

  func echo(_ text: String) -> String {
    text
  }

  func countTo(_ last: Int, completion: @escaping @Sendable (Int, Bool) -> Void) {
    Task {
      for number in 1...max(1, last) {
        completion(number, number >= last)
        await Task.yield()
      }
    }
  }

  /// Calls a function of the calling page and returns its result.
  nonisolated(nonsending) func askBack(_ number: Int) async throws -> Int {
    try await webView?.call("twice", with: [number], returning: Int.self) ?? 0
  }
}
