public import DSBridge
import Locks
import SnippetBridgeHTTP

/// The browser that shows a web view, as the server has seen it when the web view's newest document said hello.
public struct WebViewClient: Sendable, Hashable {
  /// Names the browser: web views of one profile of a browser have the same. No secret, and of no use to a page.
  public var session: String
  /// Where the document comes from, as browsers write an origin: `http://localhost:8080`; for a page of
  /// ``BridgeConfiguration/pageOrigins`` another server's.
  public var origin: String
  /// The address of the browser, or what a trusted proxy says it is.
  public var peer: String
  /// What the browser calls itself; nil when it does not.
  public var userAgent: String?
  /// Whom the browser's certificate names, where ``BridgeConfiguration/clientAuthority`` asks for one, as RFC 2253
  /// writes it: `CN=till 3,O=Shop`. Behind a proxy that ends TLS it is the proxy's.
  public var certificateSubject: String?
  /// The ``RemoteSnippet/name`` of whose pages it shows; nil for this server's own.
  public var remoteSnippet: String?

  var webOrigin: WebOrigin? { WebOrigin(origin) }
}

extension WebView {
  /// The browser that shows it; nil for a web view that no server has made.
  public nonisolated var client: WebViewClient? { hosted.state.withLock { $0.client } }
}
