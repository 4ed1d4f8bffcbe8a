public import DSBridge
public import Logging
public import SnippetBridgeLocation
public import SnippetBridgeWebServer

/// The configuration of a ``BridgeServer``.
public struct BridgeConfiguration: Sendable {
  /// The certificate for https and wss.
  public enum TLS: Sendable, Hashable {
    case off
    /// A self-signed certificate for localhost, 127.0.0.1 and ::1, stored in this folder. The server creates the
    /// certificate if it is missing or about to expire.
    case selfSigned(folder: String)
    /// Two PEM files: the certificate with its chain, and the certificate's private key.
    case files(certificate: String, key: String)
  }

  /// An additional port of the same server, with its own documents and its own origin.
  ///
  /// The program's interfaces, routes and access rules apply to this port too. Browsers have a separate session on it.
  public struct Listener: Sendable {
    /// The address to listen on: a numeric address or `localhost`.
    public var host: String
    /// The port number. 0 selects any free port.
    public var port: Int
    /// The certificate for https and wss. The default, `off`, means http and ws.
    public var tls: TLS
    /// The documents to serve on this port.
    public var documents: any DocumentSource

    /// Creates a listener.
    public init(host: String = "127.0.0.1", port: Int, tls: TLS = .off, documents: any DocumentSource) {
      self.host = host
      self.port = port
      self.tls = tls
      self.documents = documents
    }
  }

  /// The address to listen on: a numeric address or `localhost`. By default, only clients on the same machine can
  /// connect.
  public var host: String
  /// The port, 8080 by default. 0 selects any free port.
  public var port: Int
  /// The folder whose files are served unless ``documents`` is set; `public` by default. If a browser navigates to a
  /// missing document, the server sends the folder's `404.html`, if there is one.
  public var root: String
  /// The source of the documents, which replaces the folder ``root``: for example memory, a function or a bundle
  /// (docs/guides/documents.md).
  public var documents: (any DocumentSource)?
  /// The path of a document, such as `index.html`, to serve when a browser navigates to an address without a document.
  /// Intended for single-page apps, whose scripts select the content by the page's URL.
  public var documentFallback: String?
  /// Additional headers for documents whose paths match a pattern.
  public var documentHeaders: [DocumentHeaders] = []
  /// The certificate for https and wss. The default, `off`, means http and ws.
  public var tls: TLS
  /// The number of event loops, each with its own thread. The default is one per core.
  public var loops: Int?
  /// The host names that browsers may use for this server, in addition to localhost and numeric addresses. Requests
  /// with other host names are rejected, which prevents DNS rebinding.
  public var names: Set<String> = []
  /// Additional origins under which browsers reach the server, such as `https://kiosk.example` if a proxy terminates
  /// TLS. Their host names are added to ``names``.
  public var origins: Set<String> = []
  /// The origins of other servers, such as `http://localhost:5173`, whose pages load the page script and may use the
  /// bridge (docs/guides/proxied-sites.md).
  ///
  /// These origins must have the same scheme and host name as this server, so that browsers send the server's cookies.
  /// Only the port differs. Pages of these origins may use the bridge, but not this server's documents or routes.
  public var pageOrigins: Set<String> = []
  /// Additional ports, each with its own documents.
  public var listeners: [Listener] = []
  /// Sites of other servers to serve through this server, each under its own host name and on its own port
  /// (docs/guides/proxied-sites.md).
  public var proxiedSites: [ProxiedSite] = []
  /// The domain of the proxied sites for browsers on other machines: with `sites.example`, these browsers open the site
  /// `shop` at `shop.sites.example`. DNS must resolve all names below this domain to this server.
  ///
  /// If `nil`, the default, only browsers on this machine can open proxied sites, at names such as `shop.localhost`.
  public var siteDomain: String?
  /// The trusted reverse proxies, as addresses or ranges (`10.0.0.0/8`).
  ///
  /// For requests from these proxies, the log and the limits per address use the address in `X-Forwarded-For`. The
  /// server ignores this header in requests from other peers.
  public var trustedProxies: [String] = []
  /// The token that a browser must present once before it may open any page. The default, `nil`, admits every browser
  /// that can connect.
  public var token: AccessToken?
  /// A PEM file with the certificate authorities for client certificates. The TLS handshake fails for a client that has
  /// no certificate from one of these authorities. Requires ``tls``.
  public var clientAuthority: String?
  /// Whether everybody on the network may connect to a server that has neither ``token`` nor ``clientAuthority``. If
  /// `false`, the default, the initializer of such a server throws an error if other machines can reach its address.
  public var allowsNetwork = false
  /// The interceptor for navigations in web views that have no interceptor of their own.
  public var interceptor: (any NavigationInterceptor)?
  /// The delegate that decides about navigations in web views that have no delegate of their own
  /// (docs/guides/navigation.md). The delegate is asked after the interceptor.
  public var navigationDelegate: (any NavigationDelegate)?
  /// The policy for navigations in pages and in their iframes. The policy is applied after the interceptor and the
  /// delegate (docs/guides/navigation.md). Set ``BridgeServer/navigationPolicy`` to replace it while the server runs.
  ///
  /// The server also sends a Content-Security-Policy with the part of this policy that browsers can enforce.
  public var navigationPolicy = NavigationPolicy.everything
  /// The time limit for an interceptor; 5 seconds by default. If an interceptor takes longer, the navigation continues
  /// and the server logs a warning.
  public var interceptorTimeLimit: Duration = .seconds(5)
  /// The service that answers `navigator.geolocation` in web views that have no service of their own. If `nil`, the
  /// default, the browser answers (docs/guides/services.md).
  public var locationServiceBridge: (any LocationServicesBridge)?
  /// The service that decides which pages may ask the browser for the camera and the microphone, in web views that have
  /// no service of their own. If `nil`, the default, only the browser decides (docs/guides/services.md).
  public var cameraMicrophoneServiceBridge: (any CameraMicrophoneServicesBridge)?
  /// The delegate that handles dialogs of pages, in web views that have no delegate of their own. If `nil`, the
  /// default, the browser shows the dialogs (docs/guides/services.md).
  public var uiDelegate: (any WebViewUIDelegate)?
  /// Settings for the files that a page asks the browser to save. If `nil`, the default, the browser saves the files.
  public var downloads: Downloads?
  /// Additional services whose scripts the pages load. Scripts for services that this configuration sets, such as
  /// ``uiDelegate``, are loaded automatically. Add a service here if the program binds it only to web views or in a
  /// shell.
  public var parts: Set<PageService> = []
  /// The sites that may embed this server's pages: the sources of `frame-ancestors` in a Content-Security-Policy.
  ///
  /// The default, `'self'`, stands for all ports of this server under the page's host name.
  public var frameAncestors = "'self'"
  /// The isolation of pages from other sites. In browsers that support this isolation, blocking calls are faster.
  public var isolation = CrossOriginIsolation.credentialless
  /// A Content-Security-Policy for the served pages. If `nil`, the default, the server sends none.
  ///
  /// The server adds the sources that the page script needs: its hash or `'self'` to `script-src`, `'self'` to
  /// `connect-src` and, with ``isolation``, `'self'` to `worker-src`. If a page contains a policy in a `<meta>` tag,
  /// that policy must itself allow `connect-src 'self'`.
  public var contentSecurityPolicy: String?
  /// The limits for connections from browsers, in total and per address.
  ///
  /// The time limit for TLS handshakes also applies to the hello, which is a page's first message on a socket. If no
  /// hello arrives within the limit, the socket is closed with code 1008.
  public var connections = ConnectionLimits()
  /// The limits for requests and responses. The server raises the body limits if they are too low for a blocking call
  /// with the largest message that ``sockets`` allows.
  public var http = HTTPLimits()
  /// The limits for the pages' sockets.
  ///
  /// The message limit applies to one value from a page, such as an argument or a return value. The bridge may add up
  /// to 64 KiB to the value. Blocking calls have the same limit; a larger call is rejected with status 413.
  ///
  /// The server raises the limit for unsent messages if it is lower than the limit for unacknowledged messages in
  /// ``webViews`` plus 1 MiB. This is necessary because a page that reconnects receives all unacknowledged messages at
  /// once.
  public var sockets = WebSocketLimits()
  /// The limits for each web view and its documents. The server raises the limit for unprocessed messages if it is
  /// lower than four times the maximum message size in ``sockets``.
  public var webViews = WebView.Limits()
  /// The maximum number of web views; 10,000 by default.
  ///
  /// One address can use at most 7/8 of the web views. One browser session can use at most 1/8, or 64 if that is more.
  /// If the total limit or the limit of an address is reached, a new web view replaces the oldest web view whose pages
  /// have never opened a socket. If there is no such web view, or if the session's limit is reached, the server rejects
  /// the new page's first request to the bridge with status 503.
  public var maximumWebViews = 10_000
  /// The time that a shutdown waits for answers to pending calls; 5 seconds by default. After that, calls without an
  /// answer fail with `shutdown`.
  ///
  /// Calls that return sequences end immediately. One additional second is allowed for sending the last answers.
  public var shutdownTimeLimit: Duration = .seconds(5)
  /// The text that a page shows in a corner while its server is unreachable. The default, `nil`, means "Connecting…".
  /// If the text is empty, the page shows nothing.
  ///
  /// To show its own message instead, a page prevents the default action of the event `bridgeaway`
  /// (docs/guides/page-life.md).
  public var connectionNotice: String?
  /// Whether the server serves `/_bridge/native.d.ts`, which contains TypeScript declarations of the functions that
  /// pages may call. `false` by default; for development only.
  ///
  /// On the first request, from any client, the server prepares a web view without a page, to find the functions that
  /// the program adds to web views. The server decodes the parameter types of these functions from placeholder values,
  /// to determine their structure.
  public var servesDeclarations = false
  /// The path of a TypeScript file to write, with declarations of the functions that pages may call. If set,
  /// ``BridgeServer/runUntilSignal()`` writes the file and does not serve, and ``BridgeServer/run()`` throws.
  public var declarations: String?
  /// A Boolean value that indicates whether each call in either direction is logged on one line at level `info`, with
  /// its arguments and its result (`WebView.isInDebugMode`). `false` by default. Use it only for development, because
  /// arguments and results may be personal data.
  public var isInDebugMode = false
  /// The path of a file to which the server writes the messages between pages and Swift, to turn them into a test
  /// (docs/guides/tools.md). If `nil`, the default, nothing is recorded. Use it only for development, because arguments
  /// and results may be personal data.
  ///
  /// The file is created, or replaced if it contains an older recording. Only its owner can read it. Secrets are masked
  /// by their names; see ``maskedNames``.
  public var recordingFile: String?
  /// The port of the inspector, a page that shows all calls and web views (docs/guides/tools.md). 0 selects any free
  /// port. If `nil`, the default, there is no inspector. Use it only for development, because arguments and results may
  /// be personal data.
  ///
  /// The inspector has the same host, certificate and names as the server. ``allowsNetwork`` does not apply to it: if
  /// other machines can reach the host, a token or client certificates are required.
  public var inspectorPort: Int?
  /// The token of the inspector, which shows the calls of all users. So the ``token`` of the program does not open it.
  ///
  /// If `nil`, the default, and the token of the program is in a file, the inspector's token is in the file with
  /// `.inspector` at the end of its path. The server creates this file if it is missing.
  public var inspectorToken: AccessToken?
  /// Additional words for names of secrets. If the name of a member, a function or a query parameter contains such a
  /// word, its value is masked in recordings and in the inspector. `password`, `token` and similar words need not be
  /// listed.
  public var maskedNames: Set<String> = []
  /// A logger for requests: one line per request at level `info`, with the method, path, status, bytes, duration and
  /// peer. If `nil`, the default, requests are not logged.
  public var accessLog: Logger?
  /// The server's logger. At level `notice` and above, at most 20 messages with the same text are logged per minute,
  /// even if their metadata differs.
  public var logger: Logger

  /// Creates a configuration. Properties without a parameter have their default values.
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
