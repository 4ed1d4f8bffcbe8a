public import DSBridge
public import Location
public import Logging
public import WebServer

/// How a ``BridgeServer`` serves.
public struct BridgeConfiguration: Sendable {
  /// What https and wss are served with.
  public enum TLS: Sendable, Hashable {
    case off
    /// A certificate for localhost, 127.0.0.1 and ::1, made in this folder when it is not there or about to expire.
    case selfSigned(folder: String)
    /// PEM files: the certificate with its chain, and its key.
    case files(certificate: String, key: String)
  }

  /// A further port of the same server: the same interfaces, routes and trust, documents of its own, and an origin of
  /// its own, whose pages are sessions of their own.
  public struct Listener: Sendable {
    /// The address to listen on, a numeric one or `localhost`.
    public var host: String
    /// 0 for any that is free.
    public var port: Int
    /// Whether https and wss are served, and with what.
    public var tls: TLS
    /// What is served there.
    public var documents: any DocumentSource

    /// As given.
    public init(
      host: String = "127.0.0.1", port: Int, tls: TLS = .off, documents: any DocumentSource
    ) {
      self.host = host
      self.port = port
      self.tls = tls
      self.documents = documents
    }
  }

  /// The address to listen on, a numeric one or `localhost`; by default only this machine can connect.
  public var host: String
  /// 0 for any that is free.
  public var port: Int
  /// The folder whose files are served, unless there are ``documents``. Where a browser opens an address at which there
  /// is nothing, it gets the folder's `404.html`, if there is one.
  public var root: String
  /// Where documents come from instead of ``root``: memory, a function, a bundle (docs/documents.md).
  public var documents: (any DocumentSource)?
  /// The document that a browser gets at every address where there is nothing else, such as `index.html`: for pages
  /// that choose what they show by their own address.
  public var documentFallback: String?
  /// Headers that the documents of some paths have.
  public var documentHeaders: [DocumentHeaders] = []
  /// Whether https and wss are served, and with what.
  public var tls: TLS
  /// Event loops, each a thread; by default one per core.
  public var loops: Int?
  /// Host names that browsers may use for this server, besides localhost and numeric addresses. Others are refused,
  /// which stops DNS rebinding.
  public var names: Set<String> = []
  /// Origins, besides the server's own, under which browsers reach it, such as `https://kiosk.example` where a proxy
  /// ends TLS. Each one's name is among ``names``.
  public var origins: Set<String> = []
  /// Origins of other servers, such as `http://localhost:5173`, whose pages load the shim themselves and may use the
  /// bridge (docs/pages-of-other-servers.md). The same scheme and host name as this server's; only the port differs.
  /// Nothing else is allowed to them.
  public var pageOrigins: Set<String> = []
  /// Further ports, each with documents of its own.
  public var listeners: [Listener] = []
  /// Pages of other servers, each on a port of its own (docs/remote-snippets.md).
  public var remoteSnippets: [RemoteSnippet] = []
  /// Proxies in front, as addresses or ranges (`10.0.0.0/8`). A request that one of them passes on counts, for limits
  /// per address and in the log, as coming from the address in its `X-Forwarded-For`. That header of other peers is
  /// ignored.
  public var trustedProxies: [String] = []
  /// What a browser must show once before it may open anything; nil to let in every browser that can connect.
  public var token: AccessToken?
  /// A PEM file of the authorities that sign the certificates of clients; others do not get through the handshake.
  /// Needs ``tls``.
  public var clientAuthority: String?
  /// Allows ``host`` to be an address that other machines can reach, without a ``token`` or a ``clientAuthority``.
  public var allowsNetwork = false
  /// Decides the navigations of web views that have no interceptor of their own.
  public var interceptor: (any NavigationInterceptor)?
  /// Where pages, and frames in them, may go; asked after the interceptor (docs/navigation.md). Browsers get what they
  /// understand of it as a Content-Security-Policy too.
  public var navigationPolicy = NavigationPolicy.everything
  /// How long an interceptor may take; then the navigation goes on, with a warning in the log.
  public var interceptorTimeLimit: Duration = .seconds(5)
  /// Says where the device is to pages that ask by `navigator.geolocation`, in web views that have no service of their
  /// own; nil leaves it to the browser (docs/services.md).
  public var locationServiceBridge: (any LocationServicesBridge)?
  /// Decides which pages may ask the browser for camera and microphone, in web views that have no service of their own;
  /// nil leaves it to the browser (docs/services.md).
  public var cameraMicrophoneServiceBridge: (any CameraMicrophoneServicesBridge)?
  /// What becomes of files that a page would have its browser save; nil leaves them to the browser.
  public var downloads: Downloads?
  /// Further scripts that pages get. Those that the services above need come by themselves; a service that is bound to
  /// a web view alone needs its part here.
  public var parts: Set<PagePart> = []
  /// Who may show this server's pages in a frame: the sources of `frame-ancestors` in a Content-Security-Policy.
  /// `'self'` stands for all ports of the server, under the name that a page was asked for.
  public var frameAncestors = "'self'"
  /// Whether pages are isolated from other sites, which lets their blocking calls take the fast lane where the browser
  /// knows how.
  public var isolation = Isolation.credentialless
  /// A Content-Security-Policy for the pages that are served; nil for none. What the shim needs is added: its hash or
  /// `'self'` to the scripts, `'self'` to the connections and, with ``isolation``, the workers. A policy of a page's
  /// own (`<meta>`) has to allow `connect-src 'self'` by itself.
  public var contentSecurityPolicy: String?
  /// Connections of browsers, in all and from one address. The hello on a socket has as long as a TLS handshake; then
  /// the socket is closed with 1008.
  public var connections = ConnectionLimits()
  /// Requests and their answers. Limits on bodies that would not let in a blocking call with the largest message of
  /// ``sockets`` are raised.
  public var http = HTTPLimits()
  /// The sockets of pages. A message is what a page says at once, such as an argument or a returned value. The bridge
  /// may write 64 kB around it. The same limit is on a blocking call, which is a request; over it, it is answered 413.
  /// The queue always has room for what ``webViews`` lets be unacknowledged, and 1 MB more.
  public var sockets = WebSocketLimits()
  /// Each web view and its documents. Four messages of the size that ``sockets`` allows may always be unprocessed.
  public var webViews = WebView.Limits()
  /// Web views at one time; 7/8 of them from one address, and 1/8 or 64 of one browser's session. Over it, those whose
  /// pages have never opened a socket make room, the oldest first; where there are none, hello is answered 503.
  public var maximumWebViews = 10_000
  /// How long a shutdown waits for the answers to calls that were made before it; what has none then fails with
  /// `shutdown`. Sequences end at once. A second more is for the last answers to leave.
  public var shutdownTimeLimit: Duration = .seconds(5)
  /// What a page shows in a corner while its server is away; nil for "Connecting…", empty for nothing. A page replaces
  /// it with its own by preventing the event `bridgeaway` (docs/page-life.md).
  public var connectionNotice: String?
  /// Whether `/_bridge/native.d.ts` is served: what pages may call, as TypeScript. For development only: the first
  /// request for it, whoever sends it, prepares a web view and has the types of parameters decode meaningless values.
  public var servesDeclarations = false
  /// A file that ``BridgeServer/runUntilSignal()`` writes instead of serving: what pages may call, as TypeScript. With
  /// one, ``BridgeServer/run()`` throws.
  public var declarations: String?
  /// Takes a line for each request, at level `info`: with its method, path, status, bytes, duration and peer. Nil for
  /// none.
  public var accessLog: Logger?
  /// Takes what the server has to say: of the same warning, details aside, 20 in a minute at most.
  public var logger: Logger

  /// As given; everything else by its default.
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
