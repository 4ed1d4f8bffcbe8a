public import DSBridge
import DSBridgeLocks
import SnippetBridgeHTTP

/// The browser that shows a web view, as the server saw it at the hello of the web view's newest document.
public struct WebViewClient: Sendable, Hashable {
  /// An identifier of the browser. The web views of one browser profile have the same value. It is not a secret, and
  /// pages cannot use it.
  public var session: String
  /// The origin of the document as browsers write it: `http://localhost:8080`. For a page of
  /// ``BridgeConfiguration/pageOrigins``, the origin of another server.
  public var origin: String
  /// The address of the browser, as seen by the server or reported by a trusted proxy.
  public var peer: String
  /// The browser's `User-Agent`, or `nil` if it sends none.
  public var userAgent: String?
  /// The subject of the browser's certificate as RFC 2253 writes it: `CN=till 3,O=Shop`.
  ///
  /// `nil` unless ``BridgeConfiguration/clientAuthority`` requests a certificate. Behind a proxy that terminates TLS,
  /// it is the proxy's certificate.
  public var certificateSubject: String?
  /// The ``ProxiedSite/name`` of the proxied site whose pages the browser shows, or `nil` for this server's own
  /// pages.
  public var proxiedSite: String?

  var webOrigin: WebOrigin? { WebOrigin(origin) }
}

extension WebView {
  /// The browser that shows the web view, or `nil` before the first hello and for a web view that no server created.
  public nonisolated var client: WebViewClient? { hosted.state.withLock { $0.client } }
}
