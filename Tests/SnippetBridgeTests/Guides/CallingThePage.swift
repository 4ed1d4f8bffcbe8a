import Foundation
import SnippetBridge

// The code of docs/guides/calling-the-page.md.

struct User: Codable, Sendable {
  var name: String
}

func callThePage(_ webView: WebView) async throws -> (Int, User) {
  let sum = try await webView.call("addValue", with: [3, 4], returning: Int.self)
  let user = try await webView.call("loadUser", with: [7], returning: User.self, within: .seconds(5))
  try await webView.call("showReceipt", with: [7], returning: Void.self)  // no result, but awaited
  webView.call("cart.clear")
  webView.call("countDown", with: [3]) { value in print(value ?? "failed") }
  webView.call("addValue", with: [3, 4], thatReturns: Int.self) { result in print(result) }
  return (sum, user)
}

func showInOwnPages(_ price: Int, of server: BridgeServer) {
  server.webViews.filter { $0.client?.proxiedSite == nil }.call("show", with: [price])
}

func follow(_ webView: WebView) async {
  for await event in webView.events {
    switch event {
    case .documentChanged(let location): print("shows", location)
    case .connected, .resumed: webView.call("greet")
    case .disconnected: print("away, perhaps for a moment")
    case .navigationDenied(let url, let reason): print("stayed:", url, reason)
    case .closed: print("gone")
    @unknown default: break
    }
  }
}

@Exposed
final class Asking {
  private weak let webView: WebView?

  init(webView: WebView) { self.webView = webView }

  // bridge.call('asking.total') fails at once with .deadlock; native.asking.total() works.
  nonisolated(nonsending) func total() async throws -> Int {
    try await webView?.call("addValue", with: [3, 4], returning: Int.self) ?? 0
  }

  // Does not wait: the page runs `reload` after it has received the answer of `refresh`.
  func refresh() { webView?.call("reload") }
}

func showTheNewest(_ webView: WebView, of server: BridgeServer, percent: Int, seconds: Int, price: Int) {
  webView.call("showProgress", with: [percent], replacing: "progress")
  webView.evaluateJavaScript("clock.show(\(seconds))", replacing: "clock")
  server.webViews.call("showPrice", with: [price], replacing: "price")
}

@Exposed
final class Installer {
  // The page gets numbers, by a callback or from a sequence.
  func install(completion: @escaping (Coalesced<Double>, Bool) -> Void) {
    for percent in 0...100 { completion(Coalesced(Double(percent)), percent == 100) }
  }

  func temperatures() -> AsyncStream<Coalesced<Double>> {
    AsyncStream { Coalesced(Double.random(in: 20...21)) }
  }
}

func evaluateAScript(_ webView: WebView) async throws -> String {
  let title = try await webView.evaluateJavaScript("document.title", returning: String.self)
  return title
}
