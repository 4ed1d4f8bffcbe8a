public import Foundation

/// A simulated page that needs no browser. It represents one tab and speaks the protocol of docs/guides/protocol.md
/// over real sockets.
///
///     let page = try await TestPage.open(server.url())
///     let sum: Int = try await page.call("addingOne", 5)
///     await page.close()
///
/// The page shows one document after another; see ``navigate()``. Each new document starts without functions, callbacks
/// or pending calls. Waiting throws ``TestPageError/timeout(waitingFor:)`` after the page's time limit. If the server
/// violates the protocol, the socket ends and all pending calls throw ``TestPageError/violation(_:)``.
///
/// The page shares no code with the server, so that a bug in one of them is not hidden by the same bug in the other.
public actor TestPage {
  /// The current URL.
  public var url: URL { history.present.url }
  var history: PageHistory
  /// The task for the last command from Swift's navigator. Each command waits for the previous one.
  var lastCommand: Task<Void, Never>?
  var urlReaders: [Inlet<URL>] = []
  var shownNotices: [String] = []
  var noticeReaders: [Inlet<String>] = []
  /// The name of the iframe that shows the page, or `nil` if the page is at the top level of a tab.
  let iframe: String?
  /// The handlers for server events that this class does not handle itself, by event name.
  var eventListeners: [String: @Sendable (String) -> Void] = [:]
  /// The receiver of Swift's lines during a replay, or `nil`. With it, the page does not process the lines itself.
  var lineListener: (@Sendable (String) -> Void)?
  let server: HTTPExchange
  let access: PageAccess
  let timeLimit: Duration
  /// Returns the time since the page was opened, measured by the clock passed to `open`.
  let elapsed: @Sendable () -> Duration

  /// The web view's id, or `nil` before the first hello. A browser keeps this id in `sessionStorage`.
  public internal(set) var webView: String?
  /// Whether the page must ask the server about navigations.
  public var isIntercepting: Bool { questions != .none }
  /// The kinds of navigation for which the page must ask the server first.
  var questions = PageQuestions.none
  /// The maximum size of a message that the server accepts, in bytes; 0 before the first hello.
  public internal(set) var messageLimit = 0
  /// The browser's cookies, which outlive the document.
  let cookies: CookieJar
  var document = PageDocument()
  /// The number of documents that the tab has shown so far, or `nil` if unknown.
  var order: Int?

  var socket: WebSocketClient?
  /// The number of the current connection attempt. Events from older attempts are ignored.
  var turn = 0
  /// Whether the page reconnects automatically, like the page script.
  let reconnects: Bool
  var backoff = Backoff()
  /// Whether the page reconnects after the current blocking call.
  var isConnectionDue = false
  /// Whether the page has stopped reconnecting, because the server has violated the protocol or discarded the document.
  var isOver = false
  /// The code and the reason with which the last socket was closed, or `nil` if it was not closed.
  var ending: CloseReason?
  var welcomed: Inlet<Void>?
  var isWelcomed = false
  var holdsAcknowledgements = false
  var holdsMessages = false
  /// Whether a blocking call is pending. Wire messages that arrive meanwhile are applied after the call.
  var isBlocked = false
  var waiting: [(turn: Int, text: String)] = []
  var evaluate: @Sendable (String) throws -> (any Encodable & Sendable)? = { _ in
    throw PageException(message: "a test page cannot run scripts")
  }

  /// The wire messages received so far, or `nil` if they are not stored.
  var keptMessages: [ReceivedMessage]? = []
  var readers: [Inlet<ReceivedMessage>] = []

  /// Creates a page in the iframe named `iframe`, or at the top level of a tab if `iframe` is `nil`.
  /// - Parameter cookies: The cookies that the page shares with other pages of its browser.
  init(
    _ url: URL, iframe: String? = nil, access: PageAccess = PageAccess(), webView: String? = nil,
    cookies: CookieJar = CookieJar(), timeLimit: Duration = .seconds(20), reconnects: Bool = false,
    clock: some Clock<Duration> = ContinuousClock()
  ) throws {
    guard let scheme = url.scheme?.lowercased(), ["http", "https"].contains(scheme),
      let host = url.host(percentEncoded: false)
    else { throw TestPageError.unreachable("\(url) is not an http address") }
    let isSecure = scheme == "https"
    server = HTTPExchange(
      host: host, port: url.port ?? (isSecure ? 443 : 80), access: isSecure ? access : nil, limit: timeLimit)
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    self.iframe = iframe
    history = PageHistory(url, document: document.id)
    self.access = access
    self.webView = webView
    self.cookies = cookies
    order = webView == nil ? 1 : nil
    self.timeLimit = timeLimit
    self.reconnects = reconnects
  }

  deinit {
    socket?.cut()
  }

  /// Opens a tab: sends a hello, opens the socket, and announces that the document is ready.
  ///
  /// Throws ``TestPageError/handshake(_:)`` if TLS fails. Throws ``TestPageError/status(_:body:)`` with status 401 if
  /// the token is wrong or missing.
  /// - Parameters:
  ///   - url: The URL of any page of the server, with the scheme `http` or `https` and a host.
  ///   - access: The access token, the client certificate, and the trusted certificates for https.
  ///   - webView: The id of an existing web view to continue. If the id is `nil` or the web view belongs to another
  ///     browser, the server creates a new web view.
  ///   - cookie: The ``sessionCookie`` of another page, to simulate a page in the same browser.
  ///   - timeLimit: The time limit for everything that the page waits for.
  ///   - reconnects: Whether the page reconnects automatically, with the same jittered delays as the page script, when
  ///     the socket ends or the first attempt fails. Otherwise the page stays disconnected until ``connect()`` is
  ///     called.
  ///   - isReady: Whether to announce immediately that the document is ready. Pass `false` to call ``ready()`` later,
  ///     for example after registering functions.
  ///   - isConnected: Whether to connect immediately. Pass `false` to call ``connect()`` later. Blocking calls work
  ///     even before that.
  ///   - clock: The clock for ``ReceivedMessage/time``.
  public static func open(
    _ url: URL, access: PageAccess = PageAccess(), webView: String? = nil, cookie: String? = nil,
    timeLimit: Duration = .seconds(20), reconnects: Bool = false, isReady: Bool = true, isConnected: Bool = true,
    clock: some Clock<Duration> = ContinuousClock()
  ) async throws -> TestPage {
    let page = try TestPage(
      url, access: access, webView: webView,
      cookies: CookieJar(header: cookie ?? "", host: url.host(percentEncoded: false) ?? ""), timeLimit: timeLimit,
      reconnects: reconnects, clock: clock)
    return try await page.begin(isReady: isReady, isConnected: isConnected)
  }

  /// Sends the token, connects, and announces that the document is ready. Returns the page.
  func begin(isReady: Bool = true, isConnected: Bool = true) async throws -> TestPage {
    // Only the user of a tab presents the token. An iframe has the admission of its tab.
    if iframe == nil, let token = access.token { try await show(token: token) }
    if isConnected { try await connect() }
    if isReady { ready() }
    return self
  }

  /// The value of the browser's `Cookie` header for this page's host, which contains the session cookie and the token's
  /// cookie; `nil` if there are no cookies.
  public var sessionCookie: String? { cookies.header(for: server.host) }
  /// The id of the current document.
  public var documentID: String { document.id }
  /// Whether the document has a socket for which the server has sent the welcome message.
  public var isConnected: Bool { isWelcomed }
  /// The number of numbered lines that the server has not acknowledged.
  public var unconfirmedMessages: Int { document.unconfirmed.count }

  /// Returns a sequence of all wire messages received since the page was opened, including later ones. Each call
  /// returns a new sequence that starts with the first message.
  public func messages() -> PageValues<ReceivedMessage> {
    PageValues(reader()) { $0 }
  }

  /// Returns a sequence of the wire messages that call JavaScript. As with ``messages()``, each sequence starts with
  /// the first message since the page was opened.
  public func batches() -> PageValues<ReceivedMessage> {
    let messages = reader()
    return PageValues {
      while let message = try await messages.next() {
        if !message.evaluations.isEmpty { return message }
      }
      return nil
    }
  }

  /// Stops storing wire messages for later calls to ``messages()``, which saves memory in long-lived pages.
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
