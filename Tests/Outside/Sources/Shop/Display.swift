import SnippetBridge

/// An interface that calls functions of the page and waits for their results.
@Exposed
final class Display {
  private weak let webView: WebView?

  init(of webView: WebView) { self.webView = webView }

  nonisolated(nonsending) func showReceipt(number: Int) async throws {
    try await webView?.call("showReceipt", with: [number], returning: Void.self, within: .seconds(5))
  }

  /// Calls a function that the page does not have. The failure is logged.
  func dim() { webView?.call("dim") }

  func reload() { webView?.reload() }

  func leave() { webView?.close() }
}
