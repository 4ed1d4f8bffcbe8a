public import Logging

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

  /// The address to listen on, a numeric one or `localhost`; by default only this machine can connect.
  public var host: String
  /// 0 for any that is free.
  public var port: Int
  /// The folder whose files are served.
  public var root: String
  /// Whether https and wss are served, and with what.
  public var tls: TLS
  /// Event loops, each a thread; by default one per core.
  public var loops: Int?
  /// Host names that browsers may use for this server, besides localhost and numeric addresses. Others are refused, which stops DNS rebinding.
  public var names: Set<String> = []
  /// Origins, besides the server's own, under which browsers reach it, such as `https://kiosk.example` where a proxy ends TLS. Each one's name is
  /// among ``names``.
  public var origins: Set<String> = []
  /// What a browser must show once before it may open anything; nil to let in every browser that can connect.
  public var token: AccessToken?
  /// A PEM file of the authorities that sign the certificates of clients; others do not get through the handshake. Needs ``tls``.
  public var clientAuthority: String?
  /// Whether ``host`` may be one that other machines can reach although neither ``token`` nor ``clientAuthority`` says who may.
  public var allowsNetwork = false
  /// Asked about navigations when no web view's own interceptor is.
  public var interceptor: (any NavigationInterceptor)?
  /// The largest message of a page, in bytes: an argument, a returned value.
  public var maximumMessageSize = 16 << 20
  /// Connections of browsers at one time, at most 7 of 8 descriptors that the process may have. The next ones are answered 503.
  public var maximumConnections = 20_000
  /// Likewise of one IPv4 address or IPv6 network of 64 bits, at most 3 of 4 connections in all.
  public var maximumConnectionsPerAddress = 10_000
  /// The request line and the headers of a request, in bytes. More is answered 431.
  public var maximumHeaderSize = 16 << 10
  /// The request line alone, percent-decoded. More is answered 414.
  public var maximumRequestLineSize = 12 << 10
  /// Of the headers that the server reads. More are answered 431.
  public var maximumHeaderCount = 64
  /// For the head of a request to arrive, and for each 64 kB of its body. What comes later is answered 408.
  public var requestTimeLimit: Duration = .seconds(15)
  /// For the whole body of a request, however steadily it arrives. What takes longer is answered 408.
  public var bodyTimeLimit: Duration = .seconds(600)
  /// For a connection's TLS handshake, and for the hello on a socket.
  public var handshakeTimeLimit: Duration = .seconds(10)
  /// A connection without a request is closed after this long; a socket that is open is not such a one.
  public var idleTimeLimit: Duration = .seconds(60)
  /// A socket that says nothing is asked for a sign of life after half of this, and closed after all of it.
  public var silenceTimeLimit: Duration = .seconds(30)
  /// Who may show this server's pages in a frame: the sources of `frame-ancestors` in a Content-Security-Policy.
  public var frameAncestors = "'self'"
  /// Whether pages are isolated from other sites, which lets their blocking calls take the fast lane where the browser knows how.
  public var isolation = Isolation.credentialless
  /// A Content-Security-Policy for the pages that are served; nil for none. What the shim needs is added: its hash or `'self'` to the scripts, `'self'` to
  /// the connections and, with ``isolation``, the workers. A policy of a page's own (`<meta>`) has to allow `connect-src 'self'` by itself.
  public var contentSecurityPolicy: String?
  /// A document that cannot be reached for this long is gone: what waits for it fails.
  public var graceTime: Duration = .seconds(60)
  /// A document that has said that it is left, as when its tab is closed, is gone this long after its connection, unless its tab shows the next one.
  public var leaveTime: Duration = .seconds(3)
  /// What is kept for a document that cannot be reached may weigh this much, in bytes; its newest frame, such as one large answer, is not counted.
  /// Beyond it the document is gone: what waits for it fails, and its page reloads when it is back.
  public var maximumKeptSize = 1 << 20
  /// While this much, in bytes, was sent to a page and it has not said that it has it, calls, scripts and callback values wait; newer ones may then
  /// take the place of older ones (`Newest`, `call(_:with:replacing:)`), and sequences are not read on.
  public var maximumSentAhead = 1 << 20
  /// What was sent to a page and not acknowledged may weigh this much, in bytes, what waits included. Beyond it calls of the page fail with `pageBehind`;
  /// an answer or a callback value, which cannot fail, ends the document.
  public var maximumUnacknowledged = 64 << 20
  /// Calls of one page that run at the same time, blocking ones and others, and completions that a program keeps of the calls of a document without a
  /// last value; more fail with `tooLarge`.
  public var maximumCallsInFlight = 10_000
  /// The longest name of a method, namespaces included, in bytes; calls of longer ones fail with `tooLarge`.
  public var maximumMethodNameSize = 1 << 10
  /// How deep arguments and returned values may nest, at most 512; deeper ones fail with `malformed`.
  public var maximumJSONDepth = 512
  /// While what a page has said and was not processed weighs more than this, in bytes, its socket is not read: a page that floods waits.
  public var maximumReadAhead = 1 << 20
  /// What a page has said and was not processed may weigh this much, in bytes, and at least four messages of ``maximumMessageSize``. Beyond it its
  /// socket is closed with 1013, and its blocking calls are answered 503.
  public var maximumUnprocessed = 64 << 20
  /// A function that has not returned after this long is named in the log, again each time that twice as much has passed, and when it has; nil for never.
  /// A sequence may be read for ever.
  public var functionTimeLimit: Duration? = .seconds(5)
  /// A blocking call is answered with an error after this long.
  public var callTimeLimit: Duration = .seconds(60)
  /// More are refused.
  public var maximumWebViews = 10_000
  /// How long a shutdown waits for the answers to calls that were made before it; what has none then fails with `shutdown`. Sequences end at
  /// once. A second more is for the last answers to leave.
  public var shutdownTimeLimit: Duration = .seconds(5)
  /// What a page shows in a corner while its server is away; nil for "Connecting…", empty for nothing. A page replaces it with its own by preventing
  /// the event `bridgeaway` (docs/page-life.md).
  public var connectionNotice: String?
  /// Whether `/_bridge/native.d.ts` is served: what pages may call, as TypeScript. For development only: to make it, a web view is prepared, and the
  /// types of parameters decode meaningless values, whoever asks.
  public var servesDeclarations = false
  /// A file that ``BridgeServer/runUntilSignal()`` writes instead of serving: what pages may call, as TypeScript.
  public var declarations: String?
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
