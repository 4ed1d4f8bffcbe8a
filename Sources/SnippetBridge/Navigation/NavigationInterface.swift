import DSBridge
import Foundation

/// What the shim asks before a navigation: `_bridge.intercept`.
final class NavigationInterface: ExposedInterface, Sendable {
  private weak let webView: WebView?
  private weak let registry: Registry?

  init(webView: WebView, registry: Registry) {
    self.webView = webView
    self.registry = registry
  }

  private struct Question: Decodable {
    var url: String?
    var path: String?
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [
      ExposedFunction(
        "intercept",
        asynchronous: { arguments in
          let question = try arguments.decode(Question.self)
          return try arguments.reply(await self.ask(question))
        })
    ]
  }

  private func ask(_ question: Question) async throws -> Bool {
    guard let webView else { return false }
    if let path = question.path {
      return await SnippetBridge.ask(webView.interceptor, .path(path))
    }
    guard let text = question.url, let url = URL(string: text) else {
      throw BridgeError(.argument, "intercept takes a url or a path.")
    }
    let isHandled = await SnippetBridge.ask(webView.interceptor, .url(url))
    if !isHandled { registry?.letPass(url, for: webView) }
    return isHandled
  }
}

/// The interceptor's own code may take its time: never on an event loop, and not in a web view's isolation either.
@concurrent func ask(_ interceptor: (any NavigationInterceptor)?, _ intercept: Intercepted) async -> Bool {
  interceptor?.handleIntercept(intercept) ?? false
}
