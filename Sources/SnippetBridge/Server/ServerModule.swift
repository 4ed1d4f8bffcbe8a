package import DSBridge
import DSBridgeLocks
package import Foundation
package import SnippetBridgeWebServer

/// The interface by which another module, such as the shell, extends a server: it serves addresses of its own and
/// manages web views. Implementations must be safe on any thread.
package protocol ServerModule: AnyObject, Sendable {
  /// The additional script for pages of iframes whose name begins with `screen-session-`.
  var sessionScript: [UInt8] { get }

  /// Receives the page scripts and the producer of the server's own responses, before the server starts.
  func use(_ scripts: InsertedScripts, _ responses: OwnResponses)

  /// Returns the response to a request whose host and token were accepted, or `nil` if the module does not serve the
  /// address.
  func response(to request: ServerRequest) -> ServerResponse?

  /// Informs the module that the web view shows a new document. Called in the web view's isolation.
  func documentOpened(in webView: WebView)

  /// Receives a report of the page script: the name of the report and its value. Called in the web view's isolation.
  func pageTold(_ name: String, _ value: JSON, of webView: WebView)

  /// Informs the module that the browser has sent a form by POST to `url`. The response replaces the document.
  func formPosted(to url: URL, in webView: WebView)

  /// Returns whether the module handles a navigation itself. If `true`, the page stays.
  ///
  /// Called when neither an interceptor nor the policy has stopped the navigation.
  /// - Parameter isReplacement: Whether the new address replaces the page's current history entry, instead of adding an
  ///   entry.
  func takes(_ action: NavigationAction, of webView: WebView, inPlace isReplacement: Bool) -> Bool

  /// Goes back or forward by `count` entries. Called if the program uses the navigator of a web view whose history the
  /// module has set.
  func traverses(_ webView: WebView, by count: Int)

  /// Asks the module to replace an iframe and its web view, because the web view cannot show the iframe's document at
  /// `url`.
  ///
  /// The document has another origin, or the web view could not be prepared.
  func iframe(of webView: WebView, needsWebViewFor url: URL)

  /// Returns the page that the web view gets at this address instead of the usual document, or `nil` for the usual
  /// document.
  func page(of webView: WebView, at url: URL) -> MadePage?

  /// Informs the module that the web view was closed permanently.
  func webViewClosed(_ id: String)
}

/// A page that a module has generated.
package struct MadePage: Sendable {
  /// The page's HTML, without the bridge's scripts.
  package var html: String
  /// The `Set-Cookie` values of the server that the page comes from.
  package var cookies: [String]

  package init(html: String, cookies: [String] = []) {
    self.html = html
    self.cookies = cookies
  }
}

extension BridgeServer {
  /// Adds a module to this server. Call this before the server runs.
  package func add(_ module: any ServerModule) {
    registry.add(module)
  }

  /// The ports that the server listens on. Empty before the server listens.
  package var ports: [Int] { registry.listening.withLock { $0.map(\.port) } }

  /// The module that was added, or `nil`.
  package var module: (any ServerModule)? { registry.module }
}
