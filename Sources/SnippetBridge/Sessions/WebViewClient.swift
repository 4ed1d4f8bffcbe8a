public import DSBridge
import DSBridgeLocks
import SnippetBridgeHTTP

/// The browser that shows a web view. The values are those from the hello (the first message) of the web view's newest
/// document.
public struct WebViewClient: Sendable, Hashable {
  /// An identifier of the browser, which is the same for all web views in one browser profile. The identifier is not
  /// secret, because it does not give access to the session. In a fleet, the browser keeps it at another server.
  public var session: String
  /// The origin of the document in the form that browsers use: `http://localhost:8080`. For a page of one of
  /// ``BridgeConfiguration/pageOrigins``, this is the origin of the other server.
  public var origin: String
  /// The browser's address, as seen by the server or reported by a trusted proxy.
  public var peer: String
  /// The browser's `User-Agent` header, or `nil` if it sends none.
  public var userAgent: String?
  /// The subject of the browser's client certificate in RFC 2253 format: `CN=till 3,O=Shop`.
  ///
  /// The value is `nil` unless ``BridgeConfiguration/clientAuthority`` is set. Behind a proxy that terminates TLS, this
  /// is the subject of the proxy's certificate.
  public var certificateSubject: String?
  /// The ``ProxiedSite/name`` of the proxied site whose pages the browser shows, or `nil` if it shows this server's own
  /// pages.
  public var proxiedSite: String?

  var webOrigin: WebOrigin? { WebOrigin(origin) }
}

extension WebView {
  /// The browser that shows the web view, or `nil` before the first hello and for a web view not created by a server.
  public nonisolated var client: WebViewClient? { hosted.state.withLock { $0.client } }
}
