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
      return await isHandled(.path(path), by: webView.interceptor)
    }
    guard let text = question.url, let url = URL(string: text)?.asRequested else {
      throw BridgeError(.argument, "intercept takes an absolute url or a path.")
    }
    let isHandled = await isHandled(.url(url), by: webView.interceptor)
    if !isHandled { registry?.letPass(url, for: webView) }
    return isHandled
  }

  private func isHandled(_ intercept: Intercepted, by interceptor: (any NavigationInterceptor)?) async -> Bool {
    guard let interceptor, let registry else { return false }
    return await withCheckedContinuation { continuation in
      Interception.ask(interceptor, intercept, of: registry) { continuation.resume(returning: $0) }
    }
  }
}
