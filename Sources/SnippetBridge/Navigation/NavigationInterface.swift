import DSBridge
import DSBridgeText
import Foundation
import Logging

/// The interface with the function `_bridge.intercept`, which the page script calls before a navigation to ask whether
/// the page must stay.
final class NavigationInterface: ExposedInterface, Sendable {
  private weak let webView: WebView?
  private weak let registry: Registry?

  init(webView: WebView, registry: Registry) {
    self.webView = webView
    self.registry = registry
  }

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
    /// The type of the `navigate` event; `replace` replaces the current history entry. `nil` in WebKit, which has no
    /// such event.
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
    [
      ExposedFunction(
        "intercept",
        asynchronous: { arguments in
          let question = try arguments.decode(Question.self)
          return try arguments.reply(await self.ask(question))
        })
    ]
  }

  /// The maximum size of an address, in bytes. The same as Chromium's limit. A navigation to a longer address is
  /// stopped.
  private static let maximumAddressSize = 2 << 20

  /// Asks the interceptor first and the policy last, as TWS does. Returns `true` if the page stays.
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
      guard let interceptor = webView.interceptor else { return false }
      return await Interception.isHandled(.path(path), by: interceptor, of: registry)
    }
    guard let text = question.url, let asked = URL(string: text), let asRequested = asked.asRequested else {
      throw BridgeError(.argument, "intercept requires an absolute URL or a path.")
    }
    // Normalizes only addresses of the page's own origin. Which addresses another server treats as equal is unknown.
    let url = asked.origin == webView.client?.webOrigin ? asRequested : asked
    if question.isNative == true, webView.hosted.page.endTraversal() {
      registry.letPass(url, for: webView)
      return false
    }
    let deciders = NavigationDeciders(of: webView, registry)
    // Even if the web view is in an iframe, its own document counts as the main frame.
    if await deciders?.stop(
      url, in: .main, of: registry, action: { NavigationAction(question, to: url, of: $0) }) == true
    {
      return true
    }
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
