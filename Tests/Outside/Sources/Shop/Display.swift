import SnippetBridge

/// Has the page show something, and learns whether it has.
@Exposed
final class Display {
  private weak let webView: WebView?

  init(of webView: WebView) { self.webView = webView }

  nonisolated(nonsending) func showReceipt(number: Int) async throws {
    try await webView?.call("showReceipt", with: [number], returning: Void.self, within: .seconds(5))
  }

  /// The page has no such function: the log says so.
  func dim() { webView?.call("dim") }

  func reload() { webView?.reload() }

  func leave() { webView?.close() }
}
