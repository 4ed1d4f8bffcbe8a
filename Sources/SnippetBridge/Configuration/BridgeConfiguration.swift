public import DSBridge
public import Logging
public import SnippetBridgeLocation
public import SnippetBridgeWebServer

/// The configuration of a ``BridgeServer``.
public struct BridgeConfiguration: Sendable {
  /// The certificate for https and wss.
  public enum TLS: Sendable, Hashable {
    case off
    /// A certificate for localhost, 127.0.0.1 and ::1 in this folder. It is created if it is missing or about to
    /// expire.
    case selfSigned(folder: String)
    /// Two PEM files: the certificate with its chain, and the private key of the certificate.
    case files(certificate: String, key: String)
  }

  /// A further port of the same server, with its own documents and its own origin.
  ///
  /// The program's interfaces, routes and access rules apply to this port too. Browsers have separate sessions on it.
  public struct Listener: Sendable {
    /// The address to listen on: a numeric address or `localhost`.
    public var host: String
    /// The port. 0 selects any free port.
    public var port: Int
    /// The certificate for https and wss, or `off`, the default, for http and ws.
    public var tls: TLS
    /// The documents that are served on this port.
    public var documents: any DocumentSource

    /// Creates a listener.
    public init(
      host: String = "127.0.0.1", port: Int, tls: TLS = .off, documents: any DocumentSource
    ) {
      self.host = host
      self.port = port
      self.tls = tls
      self.documents = documents
    }
  }

  /// The address to listen on: a numeric address or `localhost`. By default only this machine can connect.
  public var host: String
  /// The port, 8080 by default. 0 selects any free port.
  public var port: Int
  /// The folder whose files are served unless ``documents`` is set; `public` by default. A navigation to a missing
  /// document shows the folder's `404.html`, if there is one.
  public var root: String
  /// The source of the documents, if it is not the folder ``root``: for example memory, a function or a bundle
  /// (docs/guides/documents.md).
  public var documents: (any DocumentSource)?
  /// The path of the document that is served for a navigation to an address without a document, such as `index.html`.
  /// For single-page apps, whose scripts choose the content by the page's address.
  public var documentFallback: String?
  /// The additional headers of documents, selected by the documents' paths.
  public var documentHeaders: [DocumentHeaders] = []
  /// The certificate for https and wss, or `off`, the default, for http and ws.
  public var tls: TLS
  /// The number of event loops, each with its own thread. One per core by default.
  public var loops: Int?
  /// The host names that browsers may use for this server, besides localhost and numeric addresses. Other names are
  /// refused, which prevents DNS rebinding.
  public var names: Set<String> = []
  /// Further origins under which browsers reach the server, such as `https://kiosk.example` if a proxy terminates
  /// TLS. Their host names are added to ``names``.
  public var origins: Set<String> = []
  /// The origins of other servers, such as `http://localhost:5173`, whose pages load the page script themselves and
  /// may use the bridge (docs/guides/proxied-sites.md).
  ///
  /// These origins must have the same scheme and host name as this server. Only the port differs. Their pages may use
  /// the bridge, but no documents or routes of this server.
  public var pageOrigins: Set<String> = []
  /// Further ports, each with its own documents.
  public var listeners: [Listener] = []
  /// Pages of other servers, each on its own port (docs/guides/proxied-sites.md).
  public var proxiedSites: [ProxiedSite] = []
  /// The trusted reverse proxies, as addresses or ranges (`10.0.0.0/8`).
  ///
  /// Limits per address and the log use the address in `X-Forwarded-For` for requests from these proxies. The server
  /// ignores the header in requests from other peers.
  public var trustedProxies: [String] = []
  /// The token that a browser must present once before it may open anything. `nil`, the default, admits every browser
  /// that can connect.
  public var token: AccessToken?
  /// A PEM file with the certificate authorities for client certificates. The TLS handshake fails for a client without
  /// a certificate of one of these authorities. Requires ``tls``.
  public var clientAuthority: String?
  /// Whether ``host`` may be an address that other machines can reach, without a ``token`` or a ``clientAuthority``.
  /// `false` by default.
  public var allowsNetwork = false
  /// The interceptor for navigations of web views that have no interceptor of their own.
  public var interceptor: (any NavigationInterceptor)?
  /// The delegate that decides about navigations of web views without a delegate of their own
  /// (docs/guides/navigation.md). It is asked after the interceptor.
  public var navigationDelegate: (any NavigationDelegate)?
  /// The policy for the navigations of pages and of their iframes. It is asked after the interceptor and the delegate
  /// (docs/guides/navigation.md). ``BridgeServer/navigationPolicy`` replaces it while the server runs.
  ///
  /// The server also sends the part of the policy that browsers can enforce, as a Content-Security-Policy.
  public var navigationPolicy = NavigationPolicy.everything
  /// The time limit for an interceptor, 5 seconds by default. If the interceptor takes longer, the navigation
  /// continues, and the server logs a warning.
  public var interceptorTimeLimit: Duration = .seconds(5)
  /// The service that answers `navigator.geolocation` in web views without a service of their own. `nil`, the
  /// default, leaves the answer to the browser (docs/guides/services.md).
  public var locationServiceBridge: (any LocationServicesBridge)?
  /// The service that decides which pages may ask the browser for camera and microphone, in web views without a
  /// service of their own. `nil`, the default, leaves the decision to the browser (docs/guides/services.md).
  public var cameraMicrophoneServiceBridge: (any CameraMicrophoneServicesBridge)?
  /// The delegate that answers the dialogs of pages, in web views without a delegate of their own. `nil`, the default,
  /// leaves them to the browser (docs/guides/services.md).
  public var uiDelegate: (any WebViewUIDelegate)?
  /// The handling of files that a page asks the browser to save. If `nil`, the default, the browser saves them.
  public var downloads: Downloads?
  /// Further services whose scripts the pages load. The scripts of services that this configuration sets, such as
  /// ``uiDelegate``, are included automatically. A service that the program binds only to web views or in a shell needs
  /// an entry here.
  public var parts: Set<PageService> = []
  /// The pages that may embed this server's pages: the sources of `frame-ancestors` in a Content-Security-Policy.
  ///
  /// `'self'`, the default, stands for all ports of the server under the page's host name.
  public var frameAncestors = "'self'"
  /// The isolation of pages from other sites. It enables fast blocking calls in browsers that support it.
  public var isolation = CrossOriginIsolation.credentialless
  /// A Content-Security-Policy for the served pages. `nil`, the default, sends none.
  ///
  /// The server adds the sources that the page script needs: its hash or `'self'` to `script-src`, `'self'` to
  /// `connect-src` and, with ``isolation``, `'self'` to `worker-src`. A page's own policy (`<meta>`) must allow
  /// `connect-src 'self'` itself.
  public var contentSecurityPolicy: String?
  /// The limits of browsers' connections, in total and per address.
  ///
  /// The time limit for TLS handshakes also applies to the first message of a page on a socket, the hello. A socket
  /// without a hello within the limit is closed with code 1008.
  public var connections = ConnectionLimits()
  /// The limits of requests and responses. Body limits are raised if a blocking call with the largest message of
  /// ``sockets`` would exceed them.
  public var http = HTTPLimits()
  /// The limits of the pages' sockets.
  ///
  /// The message limit applies to one value of a page, such as an argument or a returned value. The bridge may add 64
  /// kB to it. A blocking call has the same limit, and a larger one is answered with status 413.
  ///
  /// The queue of unsent messages always has space for the unacknowledged messages that ``webViews`` allows, and 1 MB
  /// more.
  public var sockets = WebSocketLimits()
  /// The limits of each web view and its documents. The server raises the limit of unprocessed messages if four
  /// messages of the maximum size in ``sockets`` would exceed it.
  public var webViews = WebView.Limits()
  /// The maximum number of web views; 10,000 by default.
  ///
  /// One address gets at most 7/8 of them. The session of one browser gets at most 1/8 or 64, whichever is more. If the
  /// limit of all web views or of an address is reached, a new web view replaces the oldest one whose pages never
  /// opened a socket. If there is none, or if the limit of a session is reached, the hello of the new page is answered
  /// with status 503.
  public var maximumWebViews = 10_000
  /// The time that a shutdown waits for answers to earlier calls; 5 seconds by default. Calls without an answer then
  /// fail with `shutdown`.
  ///
  /// Calls that return sequences are ended immediately. One more second is allowed for sending the last answers.
  public var shutdownTimeLimit: Duration = .seconds(5)
  /// The notice that a page shows in a corner while its server is unreachable. `nil`, the default, shows
  /// "Connecting…", and an empty text shows nothing.
  ///
  /// A page can show its own notice by preventing the default action of the event `bridgeaway`
  /// (docs/guides/page-life.md).
  public var connectionNotice: String?
  /// Whether the server serves `/_bridge/native.d.ts`: TypeScript declarations of the functions that pages may call.
  /// `false` by default; for development only.
  ///
  /// The first request, from any client, lets the program prepare a web view that never has a page. To find the
  /// structure of the parameter types, the server decodes them from placeholder values.
  public var servesDeclarations = false
  /// The path of a TypeScript file with the functions that pages may call. If set, ``BridgeServer/runUntilSignal()``
  /// writes the file instead of serving, and ``BridgeServer/run()`` throws.
  public var declarations: String?
  /// A Boolean value that indicates whether each call in either direction is logged in one line at level `info`, with
  /// its arguments and its result (`WebView.isInDebugMode`). `false` by default; for development only, because
  /// arguments and results may be personal data.
  public var isInDebugMode = false
  /// The logger for one line per request at level `info`, with method, path, status, bytes, duration and peer. `nil`,
  /// the default, logs no requests.
  public var accessLog: Logger?
  /// The logger of the server. From level `notice` on, at most 20 messages of the same text are logged per minute,
  /// whatever their metadata.
  public var logger: Logger

  /// Creates a configuration. All other properties have their defaults.
  public init(
    host: String = "127.0.0.1", port: Int = 8080, root: String = "public", tls: TLS = .off, loops: Int? = nil,
    logger: Logger = Logger(label: "SnippetBridge")
  ) {
    self.host = host
    self.port = port
    self.root = root
    self.tls = tls
    self.loops = loops
    self.logger = logger
  }
}
