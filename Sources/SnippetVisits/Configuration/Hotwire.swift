public import DSBridge
import DSBridgeLocks
public import Foundation
public import Logging

/// The configuration of a program's navigators.
public enum Hotwire {
  private static let current = Mutex(HotwireConfig())

  /// The current configuration. A navigator uses the value from the time when the navigator was created.
  public static var config: HotwireConfig {
    get { current.withLock { $0 } }
    set { current.withLock { $0 = newValue } }
  }

  /// Sets the sources of the path configuration, and loads the rules.
  public static func loadPathConfiguration(from sources: [PathConfiguration.Source]) {
    config.pathConfiguration.sources = sources
  }

  /// Sets the components that pages can use. Call this before the first navigator is created.
  public static func registerBridgeComponents(_ types: [BridgeComponent.Type]) { config.bridgeComponents = types }

  /// Replaces the handlers that decide whether a proposed visit is shown as a screen of the program.
  public static func registerRouteDecisionHandlers(_ handlers: [any RouteDecisionHandler]) {
    config.routeDecisionHandlers = handlers
  }

  /// Replaces the handlers that decide how to handle navigations that are not visits.
  public static func registerWebViewPolicyDecisionHandlers(_ handlers: [any WebViewPolicyDecisionHandler]) {
    config.webViewPolicyDecisionHandlers = handlers
  }
}

/// The values of ``Hotwire/config``.
public struct HotwireConfig: Sendable {
  /// The program's own text, which precedes Hotwire's part of the user agent; `nil` for none.
  public var applicationUserAgentPrefix: String?
  /// The rules that decide how URLs are shown.
  public var pathConfiguration = PathConfiguration()
  /// A Boolean value that indicates whether the button that closes a modal is labeled "Done" instead of "Close".
  public var showDoneButtonOnModals = false
  /// A Boolean value that indicates whether the tab bar is hidden while the stack contains more than one screen.
  public var hideTabBarWhenPushed = false
  /// A Boolean value that indicates whether each event of a visit is logged at the level `info` instead of `debug`.
  public var debugLoggingEnabled = false
  /// The logger for navigators and sessions.
  public var logger = Logger(label: "Hotwire")
  /// A closure that returns the screen for the page at a URL.
  public var defaultViewController: @Sendable (URL) -> any Visitable = { HotwireWebViewController(url: $0) }
  /// A closure that configures a session's web view before its page is loaded. A session creates a new web view for
  /// each cold boot, which is a visit that loads a new document.
  public var makeCustomWebView: @Sendable (WebView) -> Void = { _ in }
  /// A closure that returns the nodes to show instead of a page that cannot be shown; `nil` for the default nodes.
  public var makeCustomErrorView: (@Sendable (HotwireNativeError, _ retry: @escaping Node.Action) -> Node)?
  /// A closure that returns the encoder for the data of messages to bridge components.
  public var jsonEncoder: @Sendable () -> JSONEncoder = { JSONEncoder() }
  /// A closure that returns the decoder for the data of messages from bridge components.
  public var jsonDecoder: @Sendable () -> JSONDecoder = { JSONDecoder() }
  /// The components that pages can use.
  public var bridgeComponents: [BridgeComponent.Type] = []
  /// The handlers that decide whether a proposed visit is shown as a screen of the program.
  public var routeDecisionHandlers: [any RouteDecisionHandler] = [
    AppNavigationRouteDecisionHandler(), BrowserRouteDecisionHandler(), SystemNavigationRouteDecisionHandler(),
  ]
  /// The handlers that decide how to handle navigations that are not visits.
  public var webViewPolicyDecisionHandlers: [any WebViewPolicyDecisionHandler] = [
    ReloadWebViewPolicyDecisionHandler(), NewWindowWebViewPolicyDecisionHandler(),
    ExternalNavigationWebViewPolicyDecisionHandler(), LinkActivatedWebViewPolicyDecisionHandler(),
  ]

  /// Creates the default configuration.
  public init() {}

  /// The text that is appended to the browser's user agent. Pages read it in `navigator.userAgent`.
  public var userAgent: String {
    let names = bridgeComponents.map { $0.name }.joined(separator: " ")
    return (applicationUserAgentPrefix.map { $0 + " " } ?? "")
      + "Hotwire Native iOS; Turbo Native iOS; bridge-components: [\(names)]"
  }
}
