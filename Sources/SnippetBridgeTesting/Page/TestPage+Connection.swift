import Foundation
import SnippetShell

extension TestPage {
  /// Sends a hello and opens a socket. Can be called again for the same document after ``cut()``.
  ///
  /// Returns when the server has sent the welcome message. At that time, the page starts to send the lines that the
  /// server has not acknowledged. A page with automatic reconnection repeats failed attempts until the welcome message
  /// arrives. Throws ``TestPageError/gone`` if the server has discarded the document.
  public func connect() async throws {
    let welcomed = Inlet<Void>("the server's welcome", limit: timeLimit)
    self.welcomed?.end(throwing: TestPageError.closed(code: 1006, reason: "a newer attempt replaced this one"))
    self.welcomed = welcomed
    let mine = beginAttempt()
    if reconnects { await attempt(mine) } else { try await open(mine) }
    try await welcomed.one()
  }

  /// Begins a connection attempt and returns its number. From now on, events from earlier attempts are ignored.
  func beginAttempt() -> Int {
    detach()?.cut()
    ending = nil
    return turn
  }

  /// Opens a socket for the connection attempt `mine`, without waiting for the server's welcome. Throws if the socket
  /// cannot be opened.
  func open(_ mine: Int) async throws {
    let greeting = try await hello()
    guard mine == turn else { return }
    let hello: Props = [
      "document": .string(document.id), "ticket": .string(greeting.ticket), "received": .int(document.received),
    ]
    let client = try await WebSocketClient.open(
      server, target: "/_bridge/socket", subprotocol: "snippetbridge.1",
      headers: [("Origin", server.origin)] + cookieHeaders)
    guard mine == turn else { return client.cut() }
    socket = client
    client.enqueue("hello \(hello.json)")
    read(client, mine)
  }

  /// Drops the TCP connection without a closing handshake, as if the network failed, and does not reconnect. The
  /// document stays open; call ``connect()`` to reconnect.
  public func cut() {
    detach()?.cut()
    welcomed?.end(throwing: TestPageError.closed(code: 1006, reason: "the page disconnected"))
  }

  /// Waits until the server has closed the current socket. Returns immediately if the socket is already closed.
  public func closed() async throws -> CloseReason {
    if let ending { return ending }
    guard let socket else { throw TestPageError.closed(code: 1006, reason: "there is no socket") }
    let ending = try await socket.ended()
    if self.socket === socket { self.ending = ending }
    return ending
  }

  /// Shows a new document in the same web view. The old document's socket closes, and its pending calls throw
  /// ``TestPageError/navigated``.
  ///
  /// For the parameters, see ``open(_:access:webView:cookie:timeLimit:reconnects:isReady:isConnected:clock:)``.
  ///
  /// The new document may connect later. Until then, the server keeps the web view for `webViews.reconnectTimeout`, as
  /// it does for any unreachable page.
  public func navigate(isReady: Bool = true, isConnected: Bool = true) async throws {
    try await navigate(isReady: isReady, isConnected: isConnected) { $0.replace($0.present.url, document: $1) }
  }

  /// Shows a new document. `change` updates the history for the new document.
  func navigate(
    isReady: Bool = true, isConnected: Bool = true,
    _ change: @Sendable (inout PageHistory, _ document: String) -> Void
  ) async throws {
    // The close code 1001 is not sent. Without a request for the next document, the server would interpret 1001 as a
    // closed tab.
    await leave(throwing: .navigated, code: nil)
    document = PageDocument()
    change(&history, document.id)
    order = (order ?? 1) + 1
    waiting = []
    isOver = false
    if isConnected { try await connect() }
    if isReady { ready() }
    for reader in urlReaders { reader.put(url) }
  }

  /// Closes the tab. The socket closes with code 1001, as in browsers, and all pending calls and readers end.
  ///
  /// The web view ends after the server's `webViews.closeDelay`, or after `webViews.reconnectTimeout` if the page had
  /// no connection.
  public func close() async {
    await leave(throwing: .closed(code: 1001, reason: "the page was closed"), code: 1001)
    for reader in readers { reader.end() }
    for reader in urlReaders { reader.end() }
    for reader in noticeReaders { reader.end() }
  }

  func leave(throwing error: TestPageError, code: UInt16?) async {
    let client = detach()
    document.end(throwing: error)
    guard let client else { return }
    try? await client.close(code: code)
    // Wait for the server's closing handshake. Until then, the server may not have received the close. Ignore a missing
    // answer.
    _ = try? await client.ended()
  }

  func detach() -> WebSocketClient? {
    defer { socket = nil }
    turn += 1
    isWelcomed = false
    isConnectionDue = false
    return socket
  }

  /// Returns the document's hello as JSON (docs/guides/protocol.md, section 2). Its member `first` is the number of the
  /// oldest unacknowledged line, or of the next line if all are acknowledged.
  /// - Parameter number: The number of the next line, or `nil` for the document's next number.
  func helloBody(before number: Int? = nil) -> String {
    let next = number ?? document.nextNumber
    let first = min(document.unconfirmed.first?.number ?? next, next)
    var hello: [String: Props] = [
      "protocol": 1, "document": .string(document.id), "key": .string(document.key), "first": .int(first),
      "received": .int(document.received), "url": .string(url.absoluteString),
      "webView": webView.map(Props.string) ?? .null,
    ]
    hello["order"] = order.map(Props.int)
    hello["iframe"] = iframe.map(Props.string)
    return Props.dictionary(hello).json
  }

  private func hello() async throws -> PageGreeting {
    let id = document.id
    let reply = try await post("/_bridge/hello", helloBody())
    guard document.id == id else { throw TestPageError.navigated }
    guard reply.status != 410 else { throw TestPageError.gone }
    guard reply.status == 200 else { throw TestPageError.status(reply.status, body: reply.text) }
    let greeting = try PageJSON.value(PageGreeting.self, of: reply.text)
    document.isGreeted = true
    document.confirm(greeting.confirmed)
    webView = greeting.webView
    questions = greeting.intercept
    messageLimit = greeting.limits.message
    return greeting
  }

  /// Sends a POST request of the bridge protocol, with the headers that identify the document and its origin.
  package func post(_ target: String, _ body: String) async throws -> HTTPReply {
    try await request(
      "POST", target,
      [
        ("Bridge-Document", document.id), ("Origin", server.origin), ("Content-Type", "text/plain;charset=UTF-8"),
      ], body)
  }

  /// Sends a request with the browser's cookies, and stores the cookies that the response sets.
  func request(
    _ method: String, _ target: String, _ headers: [(String, String)], _ body: String = ""
  ) async throws -> HTTPReply {
    let reply = try await server.request(method, target, headers: headers + cookieHeaders, body: Array(body.utf8))
    cookies.take(from: reply, of: server.host)
    return reply
  }

  private var cookieHeaders: [(String, String)] {
    cookies.header(for: server.host).map { [("Cookie", $0)] } ?? []
  }

  private func read(_ client: WebSocketClient, _ mine: Int) {
    Task { [weak self, messages = client.messages] in
      do {
        while let text = try await messages.value() {
          guard let self else { return }
          await self.receive(text, turn: mine)
        }
      } catch {
        await self?.lost(mine, error)
      }
    }
  }

  /// Handles the unexpected end of a socket. The document's pending calls continue to wait, because the page may
  /// reconnect.
  func lost(_ mine: Int, _ error: any Error) {
    guard mine == turn else { return }
    isWelcomed = false
    if case TestPageError.violation = error {
      isOver = true
      document.end(throwing: error)
    }
    guard reconnects, !isOver else {
      welcomed?.end(throwing: error)
      return
    }
    detach()?.cut()
    comeBack()
  }
}
