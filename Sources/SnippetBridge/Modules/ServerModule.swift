package import DSBridge
package import Foundation
import Locks
package import WebServer

/// Another module's part in a server: addresses of its own, and web views that it looks after. Any thread.
package protocol ServerModule: AnyObject, Sendable {
  /// The server is about to start; its pages get these scripts, and this is what it answers itself.
  func use(_ scripts: PageScripts, _ responses: OwnResponses)

  /// The answer to a request whose host and token are right; nil where it is not this module's.
  func response(to request: ServerRequest) -> ServerResponse?

  /// What a page tells that nobody else has a use for. In the web view's isolation.
  func pageTold(_ name: String, _ value: JSON, of webView: WebView)

  /// A page is about to load `url`, and neither an interceptor nor the policy has stopped it. True: the page stays, the
  /// module does something about it.
  /// - Parameter isReplacement: its page says that the address takes the place of its own.
  func takes(_ url: URL, of webView: WebView, inPlace isReplacement: Bool) -> Bool

  /// A document at `url` is in the frame of this web view, which cannot show it: it is of another origin, or the web
  /// view could not be prepared. The frame and its web view have to be replaced.
  func frame(of webView: WebView, needsWebViewFor url: URL)

  /// The page that the web view is to get at this address, instead of what is there; nil for what is there.
  func page(of webView: WebView, at url: URL) -> MadePage?

  /// The web view is gone for good.
  func webViewClosed(_ id: String)
}

/// A page that a module has made.
package struct MadePage: Sendable {
  /// Without the bridge's scripts.
  package var html: String
  /// `Set-Cookie`s of the server that it comes from.
  package var cookies: [String]

  package init(html: String, cookies: [String] = []) {
    self.html = html
    self.cookies = cookies
  }
}

extension BridgeServer {
  /// Makes the module part of this server, before it runs.
  package func add(_ module: any ServerModule) {
    registry.add(module)
  }

  /// Those that it listens on, once it does.
  package var ports: [Int] { registry.listening.withLock { $0.map(\.port) } }

  /// The one that was added.
  package var module: (any ServerModule)? { registry.module }
}
