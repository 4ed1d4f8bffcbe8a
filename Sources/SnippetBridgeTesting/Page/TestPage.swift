public import Foundation

/// A page without a browser: plays one tab, speaking the protocol of docs/protocol.md over real sockets.
///
///     let page = try await TestPage.open(server.url())
///     let sum: Int = try await page.call("addingOne", 5)
///     await page.close()
///
/// Shows one document after another (``navigate()``); each starts with no functions, callbacks or waiting calls.
/// Whatever waits throws ``TestPageError/timeout(waitingFor:)`` after the page's time limit instead of hanging. What
/// the server may not do ends the socket, and everything that waits throws ``TestPageError/violation(_:)``.
///
/// It shares no code with the server, so that a mistake in one is not hidden by the same mistake in the other.
public actor TestPage {
  /// The address shown.
  public var url: URL { history.present.url }
  /// The tab's.
  var history: PageHistory
  /// What it does for Swift, in its order.
  var lastCommand: Task<Void, Never>?
  var urlReaders: [Inlet<URL>] = []
  var shownNotices: [String] = []
  var noticeReaders: [Inlet<String>] = []
  /// The name of the frame that shows it; nil at the top of a tab.
  let frame: String?
  /// What listens to events of the server that other modules understand.
  var eventListeners: [String: @Sendable (String) -> Void] = [:]
  let server: HTTPExchange
  let timeLimit: Duration
  /// Since the page was opened, by the clock it was opened with.
  let elapsed: @Sendable () -> Duration

  /// The web view's id, which a browser keeps in `sessionStorage`; nil until the first hello.
  public internal(set) var webView: String?
  /// Whether the server wants to be asked about navigations.
  public var isIntercepting: Bool { questions != .none }
  /// What it asks about before it navigates.
  var questions = PageQuestions.none
  /// The largest message the server takes, in bytes; 0 until the first hello.
  public internal(set) var messageLimit = 0
  /// The browser's, not the document's.
  var cookies: CookieJar
  var document = PageDocument()
  /// Counts the tab's documents; nil where it is not known how many there were.
  var order: Int?

  var socket: WebSocketClient?
  /// Counts sockets; what belongs to an older one is dropped.
  var turn = 0
  /// Comes back by itself, as the shim does.
  let reconnects: Bool
  var backoff = Backoff()
  /// A blocking call waits while there is a reason to connect again.
  var isConnectionDue = false
  /// The server broke the protocol, or has forgotten the document: no more attempts.
  var isOver = false
  /// How the current socket ended.
  var ending: SocketEnding?
  var welcomed: Inlet<Void>?
  var isWelcomed = false
  var holdsAcknowledgements = false
  var holdsMessages = false
  /// A blocking call waits: what the socket brings is applied after it.
  var isBlocked = false
  var waiting: [(turn: Int, text: String)] = []
  var evaluate: @Sendable (String) throws -> (any Encodable & Sendable)? = { _ in
    throw PageException(message: "this page runs no scripts")
  }

  /// nil when frames are not kept.
  var keptFrames: [ReceivedFrame]? = []
  var readers: [Inlet<ReceivedFrame>] = []

  private init(
    url: URL, frame: String?, server: HTTPExchange, webView: String?, cookies: CookieJar, timeLimit: Duration,
    reconnects: Bool,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    self.frame = frame
    history = PageHistory(url, document: document.id)
    self.server = server
    self.webView = webView
    self.cookies = cookies
    order = webView == nil ? 1 : nil
    self.timeLimit = timeLimit
    self.reconnects = reconnects
    self.elapsed = elapsed
  }

  deinit {
    socket?.cut()
  }

  /// Opens a tab: says hello, opens the socket, and announces that the document is ready.
  /// - Parameters:
  ///   - url: of any page of the server, `http` or `https` with a host.
  ///   - access: what the page needs to be let in: whom it trusts over https, a token, a certificate.
  ///   - webView: the web view to continue; the server makes a new one when it is nil or of another browser.
  ///   - cookie: another page's ``sessionCookie``, to be in the same browser.
  ///   - timeLimit: for everything the page waits for.
  ///   - reconnects: whether the page connects again by itself when its socket ends, with the shim's jittered delays;
  ///     and when the first attempt
  ///     fails. Otherwise it stays away until ``connect()``.
  ///   - isReady: false leaves announcing to ``ready()``, for instance to register functions before.
  ///   - isConnected: false leaves everything to ``connect()``; a blocking call works before that.
  ///   - clock: what ``ReceivedFrame/time`` is read from.
  ///
  /// Throws ``TestPageError/handshake(_:)`` where TLS fails, and ``TestPageError/status(_:body:)`` with 401 where the
  /// token is wrong or missing.
  public static func open(
    _ url: URL, access: PageAccess = PageAccess(), webView: String? = nil, cookie: String? = nil,
    timeLimit: Duration = .seconds(20),
    reconnects: Bool = false, isReady: Bool = true, isConnected: Bool = true,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> TestPage {
    try await open(
      url, frame: nil, access: access, webView: webView, cookie: cookie, timeLimit: timeLimit, reconnects: reconnects,
      isReady: isReady, isConnected: isConnected, clock: clock)
  }

  /// The same, in a frame of this name.
  static func open(
    _ url: URL, frame: String?, access: PageAccess = PageAccess(), webView: String? = nil, cookie: String? = nil,
    timeLimit: Duration = .seconds(20), reconnects: Bool = false, isReady: Bool = true, isConnected: Bool = true,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> TestPage {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host(percentEncoded: false)
    else { throw TestPageError.unreachable("\(url) is not an http address") }
    let isSecure = scheme == "https"
    let server = HTTPExchange(
      host: host, port: url.port ?? (isSecure ? 443 : 80), access: isSecure ? access : nil, limit: timeLimit)
    let start = clock.now
    let page = TestPage(
      url: url, frame: frame, server: server, webView: webView, cookies: CookieJar(header: cookie ?? ""),
      timeLimit: timeLimit,
      reconnects: reconnects, elapsed: { start.duration(to: clock.now) })
    if let token = access.token { try await page.show(token: token) }
    if isConnected { try await page.connect() }
    if isReady { await page.ready() }
    return page
  }

  /// The browser's cookies, as its requests carry them: that of its session, and that of the server's token; nil while
  /// there are none.
  public var sessionCookie: String? { cookies.header }
  /// The current document's id.
  public var documentID: String { document.id }
  /// Whether a socket of the document takes messages now.
  public var isConnected: Bool { isWelcomed }
  /// How many messages the server has not acknowledged.
  public var unconfirmedMessages: Int { document.unconfirmed.count }

  /// Every frame the socket has brought since the page was opened, then those to come. Each call starts anew.
  public func frames() -> PageValues<ReceivedFrame> {
    PageValues(reader()) { $0 }
  }

  /// As ``frames()``, but only frames that hold evaluations: the server's batches.
  public func batches() -> PageValues<ReceivedFrame> {
    let frames = reader()
    return PageValues {
      while let frame = try await frames.next() {
        if !frame.evaluations.isEmpty { return frame }
      }
      return nil
    }
  }

  /// Keeps no frames for later ``frames()``: for a page that lives long.
  package func forgetFrames() {
    keptFrames = nil
  }

  private func reader() -> Inlet<ReceivedFrame> {
    let reader = Inlet<ReceivedFrame>("a frame of the server", limit: timeLimit)
    for frame in keptFrames ?? [] { reader.put(frame) }
    readers.append(reader)
    return reader
  }

  func record(_ frame: ReceivedFrame) {
    keptFrames?.append(frame)
    for reader in readers { reader.put(frame) }
  }
}
