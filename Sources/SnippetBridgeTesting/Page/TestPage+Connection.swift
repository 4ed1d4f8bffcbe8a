import Foundation

extension TestPage {
  /// Says hello and opens a socket; again after ``cut()``, for the same document. Returns when the server has welcomed
  /// it and the messages it lacked are on their way. A page that reconnects by itself tries again until then. Throws
  /// ``TestPageError/gone`` when the document is forgotten.
  public func connect() async throws {
    let welcomed = Inlet<Void>("the server's welcome", limit: timeLimit)
    self.welcomed?.end(throwing: TestPageError.closed(code: 1006, reason: "another attempt takes its place"))
    self.welcomed = welcomed
    let mine = beginAttempt()
    if reconnects { await attempt(mine) } else { try await open(mine) }
    try await welcomed.one()
  }

  /// What belongs to an earlier attempt is dropped from now on.
  func beginAttempt() -> Int {
    detach()?.cut()
    ending = nil
    return turn
  }

  /// Throws when there is no socket to be had; the welcome is still to come.
  func open(_ mine: Int) async throws {
    let greeting = try await hello()
    guard mine == turn else { return }
    let hello = PageSocketHello(document: document.id, ticket: greeting.ticket, received: document.received)
    let client = try await openSocket()
    guard mine == turn else { return client.cut() }
    socket = client
    client.enqueue("hello \(try PageJSON.text(hello))")
    read(client, mine)
  }

  /// Drops the TCP connection without a word, as a broken network does, and stays away. The document goes on; see
  /// ``connect()``.
  public func cut() {
    detach()?.cut()
    welcomed?.end(throwing: TestPageError.closed(code: 1006, reason: "the page was cut off"))
  }

  /// Waits until the server has closed the current socket, or tells how it closed the last one.
  public func closed() async throws -> SocketEnding {
    if let ending { return ending }
    guard let socket else { throw TestPageError.closed(code: 1006, reason: "there is no socket") }
    let ending = try await socket.ended()
    if self.socket === socket { self.ending = ending }
    return ending
  }

  /// Shows a new document in the same web view: the old one's socket closes, and what waited on it throws
  /// ``TestPageError/navigated``. Parameters as for
  /// ``open(_:access:webView:cookie:timeLimit:reconnects:isReady:isConnected:clock:)``.
  ///
  /// The new document may take its time: the web view is there for as long as it is for any page that cannot be
  /// reached, the server's `webViews.graceTime`.
  public func navigate(isReady: Bool = true, isConnected: Bool = true) async throws {
    try await navigate(isReady: isReady, isConnected: isConnected) { $0.replace($0.present.url, document: $1) }
  }

  /// `change` gives the document its place in the history.
  func navigate(
    isReady: Bool = true, isConnected: Bool = true,
    _ change: @Sendable (inout PageHistory, _ document: String) -> Void
  ) async throws {
    // Not 1001: that tells of a closed tab where no next document was asked for.
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

  /// Closes the tab: the socket closes with 1001, as browsers do, and everything that waits ends. The web view ends
  /// after the server's `webViews.leaveTime`; that of a page that was cut off after its `webViews.graceTime`.
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
    // Until then the server may not know; a server that never answers does not matter here.
    _ = try? await client.ended()
  }

  func detach() -> WebSocketClient? {
    defer { socket = nil }
    turn += 1
    isWelcomed = false
    isConnectionDue = false
    return socket
  }

  /// The number of the oldest message still held, or of the next one.
  func helloBody() -> PageHello {
    PageHello(
      document: document.id, key: document.key, webView: webView, order: order,
      first: document.unconfirmed.first?.number ?? document.nextNumber, received: document.received,
      url: url.absoluteString, frame: frame)
  }

  private func hello() async throws -> PageGreeting {
    let id = document.id
    let reply = try await post("/_bridge/hello", try PageJSON.text(helloBody()))
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

  /// A POST of the bridge's own, with what proves where it comes from.
  func post(_ target: String, _ body: String) async throws -> HTTPReply {
    try await request(
      "POST", target,
      [
        ("Bridge-Document", document.id), ("Origin", server.origin), ("Content-Type", "text/plain;charset=UTF-8"),
      ], body)
  }

  /// With the browser's cookies, which the answer may change.
  func request(
    _ method: String, _ target: String, _ headers: [(String, String)], _ body: String = ""
  ) async throws -> HTTPReply {
    let reply = try await server.request(method, target, headers: headers + cookieHeaders, body: Array(body.utf8))
    cookies.take(from: reply)
    return reply
  }

  private func openSocket() async throws -> WebSocketClient {
    try await WebSocketClient.open(
      server, target: "/_bridge/socket", subprotocol: "snippetbridge.1",
      headers: [("Origin", server.origin)] + cookieHeaders)
  }

  private var cookieHeaders: [(String, String)] {
    cookies.header.map { [("Cookie", $0)] } ?? []
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

  /// The socket ended by itself. What waits on the document goes on waiting, as the page may connect again.
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
