import DSBridge
import DSBridgeText
import Foundation
import Logging

/// The interface with the function `_bridge.intercept`. Before a navigation, the page script calls this function to ask
/// whether the page must keep its document.
struct NavigationInterface: ExposedInterface, Sendable {
  weak let webView: WebView?
  weak let registry: Registry?

  struct Question: Decodable {
    /// The DOM event that begins the navigation: a click on a link, or the submission of a form.
    enum Cause: String, Decodable {
      case link, form
    }

    enum Method: String, Decodable {
      case get = "GET"
      case post = "POST"
    }

    var url: String?
    var path: String?
    /// The navigation type in the `navigate` event, such as `replace` if the current history entry is replaced. `nil`
    /// in browsers without this event, such as WebKitGTK.
    var type: String?
    /// Whether the page navigates because of a command of the ``WebViewNavigator``.
    var isNative: Bool?
    /// The DOM event that begins the navigation, or `nil` for another cause.
    var cause: Cause?
    /// The method of the request, or `nil` for GET.
    var method: Method?
    /// Whether the navigation opens a window.
    var isOpened: Bool?
    /// Whether a click or a key of the user begins the navigation.
    var isUsers: Bool?
  }

  nonisolated var exposedFunctions: [ExposedFunction] {
    [ExposedFunction("intercept", asynchronous: { try $0.reply(await self.ask($0.decode())) })]
  }

  /// The maximum size of an address, in bytes. The same as Chromium's limit. A navigation to a longer address is
  /// stopped.
  private static let maximumAddressSize = 2 << 20

  /// Asks the interceptor first and the policy last, as TWS does. Returns `true` if the page must keep its document.
  private func ask(_ question: Question) async throws -> Bool {
    guard let webView, let registry else { return false }
    let address = question.url ?? question.path ?? ""
    guard address.utf8.count <= Self.maximumAddressSize, address.isStreamSafeWhenDecoded else {
      registry.configuration.logger.warning(
        "a navigation was stopped: its address is too long or has too many consecutive combining marks",
        metadata: ["webView": "\(webView.id)", "size": "\(address.utf8.count)"])
      return true
    }
    if let path = question.path {
      guard let interceptor = webView.bindings.interceptor else { return false }
      return await registry.isHandled(.path(path), of: webView, by: interceptor)
    }
    guard let text = question.url, let asked = URL(string: text), let asRequested = asked.asRequested else {
      throw BridgeError(.argument, "intercept requires an absolute URL or a path.")
    }
    // Normalize only addresses of the page's own origin, because another server may treat other addresses as equal than
    // this server does.
    let url = asked.origin == webView.client?.webOrigin ? asRequested : asked
    if question.isNative == true, webView.hosted.page.endTraversal() {
      registry.letPass(url, for: webView)
      return false
    }
    let deciders = NavigationDeciders(of: webView, registry)
    // The page asks about its own document. This document is in the web view's main frame, even if the web view itself
    // is in an iframe.
    let isStopped = await deciders?.stop(url, in: .main) { NavigationAction(question, to: url, of: $0) }
    if isStopped == true { return true }
    if registry.denies(url, to: webView) { return true }
    let isReplacement = question.type?.hasSameBytes(as: "replace") == true
    if let module = registry.module,
      module.takes(NavigationAction(question, to: url, of: webView), of: webView, inPlace: isReplacement)
    {
      return true
    }
    registry.letPass(url, for: webView, kind: question.isOpened == true ? .window : .asked)
    return false
  }
}
