import DSBridge
import DSBridgeText
import Foundation
import Logging

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
    /// Of a `navigate` event; WebKit has none. `replace` takes the place of the page.
    var type: String?
    /// The navigator has told the page to go there.
    var isNative: Bool?
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

  /// The maximum size of an address, in bytes: that of Chromium. A page with a longer one stays.
  private static let maximumAddressSize = 2 << 20

  /// The deciders, in TWS's order: the interceptor, then the policy. True: the page stays.
  private func ask(_ question: Question) async throws -> Bool {
    guard let webView, let registry else { return false }
    let address = question.url ?? question.path ?? ""
    guard address.utf8.count <= Self.maximumAddressSize, address.isStreamSafeWhenDecoded else {
      registry.configuration.logger.warning(
        "a navigation was stopped: its address is too long, or has too many combining marks in a row",
        metadata: ["webView": "\(webView.id)", "size": "\(address.utf8.count)"])
      return true
    }
    if let path = question.path {
      return await isHandled(.path(path), by: webView.interceptor, of: registry)
    }
    guard let text = question.url, let asked = URL(string: text), let asRequested = asked.asRequested else {
      throw BridgeError(.argument, "intercept takes an absolute url or a path.")
    }
    // What another server takes for the same address is not known here.
    let url = asked.origin == webView.client?.webOrigin ? asRequested : asked
    if question.isNative == true, webView.hosted.page.endTraversal() {
      registry.letPass(url, for: webView)
      return false
    }
    if await isHandled(.url(url), by: webView.interceptor, of: registry) { return true }
    let frame: NavigationFrame = webView.hosted.isPartOfPage ? .sub : .main
    if case .deny(let reason) = registry.decision(about: url, in: frame, seenFrom: webView.client?.webOrigin) {
      webView.deny(url, because: reason)
      return true
    }
    if registry.module?.takes(url, of: webView, inPlace: question.type?.hasSameBytes(as: "replace") == true) == true {
      return true
    }
    registry.letPass(url, for: webView)
    return false
  }

  private func isHandled(
    _ intercept: Intercepted, by interceptor: (any NavigationInterceptor)?, of registry: Registry
  ) async -> Bool {
    guard let interceptor else { return false }
    return await Interception.isHandled(intercept, by: interceptor, of: registry)
  }
}
