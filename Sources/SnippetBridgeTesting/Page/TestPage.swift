public import Foundation

/// A page without a browser. It simulates one tab and speaks the protocol of docs/guides/protocol.md over real sockets.
///
///     let page = try await TestPage.open(server.url())
///     let sum: Int = try await page.call("addingOne", 5)
///     await page.close()
///
/// The page shows one document after another (``navigate()``). Each document starts without functions, callbacks or
/// pending calls. A wait throws ``TestPageError/timeout(waitingFor:)`` after the page's time limit. A protocol
/// violation of the server ends the socket, and all pending calls throw ``TestPageError/violation(_:)``.
///
/// The page shares no code with the server, so that a mistake in one is not hidden by the same mistake in the other.
public actor TestPage {
  /// The current URL.
  public var url: URL { history.present.url }
  var history: PageHistory
  /// The last command of Swift's navigator. Each command waits for the one before it.
  var lastCommand: Task<Void, Never>?
  var urlReaders: [Inlet<URL>] = []
  var shownNotices: [String] = []
  var noticeReaders: [Inlet<String>] = []
  /// The name of the iframe that shows the page, or `nil` at the top of a tab.
  let iframe: String?
  /// The handlers of server events that this class does not handle itself, by event name.
  var eventListeners: [String: @Sendable (String) -> Void] = [:]
  let server: HTTPExchange
  let timeLimit: Duration
  /// The time since the page was opened, by the clock passed to `open`.
  let elapsed: @Sendable () -> Duration

  /// The web view's id, which a browser keeps in `sessionStorage`, or `nil` until the first hello.
  public internal(set) var webView: String?
  /// Whether the page must ask the server about navigations.
  public var isIntercepting: Bool { questions != .none }
  /// The navigations that the page must ask the server about.
  var questions = PageQuestions.none
  /// The maximum size of a message that the server accepts, in bytes; 0 until the first hello.
  public internal(set) var messageLimit = 0
  /// The cookies of the browser, which outlive the document.
  let cookies: CookieJar
  var document = PageDocument()
  /// The number of the tab's documents so far, or `nil` if unknown.
  var order: Int?

  var socket: WebSocketClient?
  /// The number of the present connection attempt. Events of an older attempt are ignored.
  var turn = 0
  /// Whether the page reconnects by itself, like the page script.
  let reconnects: Bool
  var backoff = Backoff()
  /// Whether to reconnect after the current blocking call.
  var isConnectionDue = false
  /// Whether the page has stopped reconnecting, because the server has violated the protocol or has discarded the
  /// document.
  var isOver = false
  /// The code and the reason with which the last socket has closed, or `nil` if it has not closed.
  var ending: CloseReason?
  var welcomed: Inlet<Void>?
  var isWelcomed = false
  var holdsAcknowledgements = false
  var holdsMessages = false
  /// Whether a blocking call is pending. Wire messages are applied after it.
  var isBlocked = false
  var waiting: [(turn: Int, text: String)] = []
  var evaluate: @Sendable (String) throws -> (any Encodable & Sendable)? = { _ in
    throw PageException(message: "a test page cannot run scripts")
  }

  /// The received wire messages, or `nil` if they are not kept.
  var keptMessages: [ReceivedMessage]? = []
  var readers: [Inlet<ReceivedMessage>] = []

  private init(
    url: URL, iframe: String?, server: HTTPExchange, webView: String?, cookies: CookieJar, timeLimit: Duration,
    reconnects: Bool,
    elapsed: @escaping @Sendable () -> Duration
  ) {
    self.iframe = iframe
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

  /// Opens a tab: sends a hello, opens the socket, and announces that the document is ready.
  ///
  /// Throws ``TestPageError/handshake(_:)`` if TLS fails, and ``TestPageError/status(_:body:)`` with 401 if the token
  /// is wrong or missing.
  /// - Parameters:
  ///   - url: The URL of any page of the server: `http` or `https`, with a host.
  ///   - access: The trusted certificates for https, the token and the client certificate.
  ///   - webView: The id of the web view to continue. The server creates a web view if it is `nil` or belongs to
  ///     another browser.
  ///   - cookie: The ``sessionCookie`` of another page, to share its browser.
  ///   - timeLimit: The time limit of every wait of the page.
  ///   - reconnects: Whether the page reconnects by itself, with the page script's jittered delays, when the socket
  ///     ends or the first attempt fails. Otherwise the page stays disconnected until ``connect()``.
  ///   - isReady: Whether to announce that the document is ready. Pass `false` to call ``ready()`` later, for
  ///     instance after registering functions.
  ///   - isConnected: Whether to connect at once. Pass `false` to call ``connect()`` later. Blocking calls work
  ///     before that.
  ///   - clock: The clock of ``ReceivedMessage/time``.
  public static func open(
    _ url: URL, access: PageAccess = PageAccess(), webView: String? = nil, cookie: String? = nil,
    timeLimit: Duration = .seconds(20),
    reconnects: Bool = false, isReady: Bool = true, isConnected: Bool = true,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> TestPage {
    try await open(
      url, iframe: nil, access: access, webView: webView, cookie: cookie, timeLimit: timeLimit, reconnects: reconnects,
      isReady: isReady, isConnected: isConnected, clock: clock)
  }

  /// Opens a page in the iframe named `iframe`, or at the top of a tab if `iframe` is `nil`.
  /// - Parameter cookies: the cookies that the page shares with others of its browser.
  static func open(
    _ url: URL, iframe: String?, access: PageAccess = PageAccess(), webView: String? = nil, cookie: String? = nil,
    sharing cookies: CookieJar? = nil,
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
      url: url, iframe: iframe, server: server, webView: webView, cookies: cookies ?? CookieJar(header: cookie ?? ""),
      timeLimit: timeLimit,
      reconnects: reconnects, elapsed: { start.duration(to: clock.now) })
    if let token = access.token { try await page.show(token: token) }
    if isConnected { try await page.connect() }
    if isReady { await page.ready() }
    return page
  }

  /// The browser's cookies as its requests send them: the session cookie and the token's cookie. `nil` while there
  /// are none.
  public var sessionCookie: String? { cookies.header }
  /// The id of the current document.
  public var documentID: String { document.id }
  /// Whether the document has a socket that the server has welcomed.
  public var isConnected: Bool { isWelcomed }
  /// The number of numbered lines that the server has not acknowledged.
  public var unconfirmedMessages: Int { document.unconfirmed.count }

  /// Returns all wire messages received since the page was opened, then the later ones. Each call returns a new
  /// sequence from the start.
  public func messages() -> PageValues<ReceivedMessage> {
    PageValues(reader()) { $0 }
  }

  /// Returns the wire messages that contain evaluations: the server's batches. Like that of ``messages()``, each
  /// sequence starts with the first message since the page was opened.
  public func batches() -> PageValues<ReceivedMessage> {
    let messages = reader()
    return PageValues {
      while let message = try await messages.next() {
        if !message.evaluations.isEmpty { return message }
      }
      return nil
    }
  }

  /// Stops keeping wire messages for later calls of ``messages()``. For long-lived pages.
  package func forgetMessages() {
    keptMessages = nil
  }

  private func reader() -> Inlet<ReceivedMessage> {
    let reader = Inlet<ReceivedMessage>("a message from the server", limit: timeLimit)
    for message in keptMessages ?? [] { reader.put(message) }
    readers.append(reader)
    return reader
  }

  func record(_ message: ReceivedMessage) {
    keptMessages?.append(message)
    for reader in readers { reader.put(message) }
  }
}
