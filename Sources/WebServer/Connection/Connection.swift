import Platform
import HTTPTypes
import Logging

/// One accepted socket that speaks HTTP/1.1: requests one after another, then perhaps a WebSocket. Lives on its loop's thread.
///
///     handshake → head ⇄ collecting → answering → sending → head …
///                   └→ relaying (a WebSocket over TLS)   └→ writing   └→ lingering → closed
actor Connection: LoopActor {
  enum Phase {
    /// The first bytes of TLS are awaited, or the handshake goes on.
    case handshake
    /// A request's head is awaited, or arriving.
    case head
    /// Its body is wanted whole.
    case collecting(Collecting)
    /// The handler is at work.
    case answering(PendingResponse)
    case sending(Outgoing)
    /// A task writes the response's body; what it has written and the socket has not taken, if anything.
    case writing(ResponseWriter, isChunked: Bool, Outgoing?)
    /// The peer still sends what was refused. It must read the answer before the connection ends, or it might never see it.
    case lingering
    /// TLS goes on here, for a WebSocket that libwebsockets has.
    case relaying(TLSRelay)
    case closed
  }

  struct Collecting {
    var request: Request
    let limit: Int
    let completion: @Sendable (Request, PendingResponse) -> Void
  }

  private struct Upgrade {
    let delegate: any WebSocketDelegate
    let handshake: WebSocketHandshake
    let peer: String
    let place: SocketPlace
  }

  nonisolated let loop: LoopState
  nonisolated var eventLoop: EventLoop { loop.executor }
  nonisolated let server: ServerContext
  nonisolated let listener: ListenerContext
  nonisolated let descriptor: CInt
  nonisolated let peer: String
  /// What it says of where its requests come from counts.
  nonisolated let isProxy: Bool
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.unownedExecutor }
  nonisolated var isSecure: Bool { listener.tls != nil }

  private var phase: Phase
  private var transport: Transport
  private var place: ConnectionPlace?
  private var parser: RequestParser
  /// What has arrived and is not used yet.
  private var unread: [UInt8] = []
  private var isConsuming = false
  /// The peer sends no more.
  private var hasEnded = false

  // Of the request in hand.
  private var isHTTP11 = true
  private var isHead = false
  /// All of its body has arrived, or it has none.
  private var isComplete = true
  private var closesAfterResponse = false
  /// Its body, where the handler reads it as it arrives.
  private var body: RequestBody?
  private var bodyProgress: BodyProgress?
  private var received = 0
  /// What its body has of ``ArrivalBudget``, in bytes.
  private var share = 0
  private var upgrade: Upgrade?
  /// Nil where nobody looks.
  private var observed: ObservedRequest?

  /// Plain HTTP came to a port for TLS.
  private var isPlainText = false
  /// The deadline is for the next request to begin.
  private var isIdle = false
  private var isStopping = false
  private var reading: IOWatcher?
  private var writing: IOWatcher?

  init(
    loop: LoopState, listener: ListenerContext, descriptor: CInt, peer: String, isProxy: Bool,
    place: ConnectionPlace
  ) {
    self.loop = loop
    self.listener = listener
    self.descriptor = descriptor
    self.peer = peer
    self.isProxy = isProxy
    self.place = place
    server = loop.server
    transport = .plain(descriptor)
    parser = RequestParser(limits: loop.server.parserLimits)
    phase = listener.tls == nil ? .head : .handshake
  }

  // MARK: From the loop

  func begin(on libev: LoopHandle) {
    setDeadline(
      isSecure ? server.configuration.connections.handshakeTimeLimit : server.configuration.http.headTimeLimit)
    reading = IOWatcher(on: libev.pointer, descriptor: descriptor, event: .read) { [unowned self] in
      onLoop(()) { connection, _ in connection.socketIsReadable() }
    }
    writing = IOWatcher(on: libev.pointer, descriptor: descriptor, event: .write) { [unowned self] in
      onLoop(()) { connection, _ in connection.socketHasRoom() }
    }
    reading?.start()
  }

  /// What was asked for with ``EventLoop/scheduleFlush(of:)``: an answer is there, there is something to send, or there is room for more of a body.
  func flush() {
    switch phase {
    case .answering(let pending):
      if let response = pending.take() { send(response) }
    case .writing(let writer, let isChunked, nil): write(from: writer, isChunked: isChunked)
    default: break
    }
    readOn()
  }

  func serverIsStopping() {
    isStopping = true
    closesAfterResponse = true
    switch phase {
    case .handshake, .lingering: close()
    case .head where unread.isEmpty && isComplete: close()
    // The loop ends in time, whatever is left then.
    case .head, .collecting, .answering, .sending, .writing, .relaying, .closed: break
    }
  }

  /// Something took longer than its limit.
  func deadlinePassed() {
    switch phase {
    case .handshake:
      server.logger.warning("a TLS handshake took too long", metadata: ["peer": "\(peer)"])
    case .head where !unread.isEmpty:
      return refuse(.requestTimeout, "The request did not arrive in time.")
    case .collecting:
      guard let next = bodyProgress?.nextStretch(received: received, at: .now) else {
        return refuse(.requestTimeout, "The request did not arrive in time.")
      }
      return setDeadline(next)
    case .answering:
      server.logger.warning("a handler took too long, its connection is closed", metadata: ["peer": "\(peer)"])
    case .relaying(let relay):
      guard relay.isStuck else { return }
    default: break
    }
    close()
  }

  // MARK: Reading

  private func socketIsReadable() {
    switch phase {
    case .handshake: return shakeHands()
    case .relaying(let relay): return relay.peerIsReadable()
    case .closed: return
    default: break
    }
    read()
  }

  private func read() {
    let input = loop.buffers.input
    repeat {
      switch transport.read(into: input) {
      case .count(let count): receive(UnsafeRawBufferPointer(rebasing: input[..<count]))
      case .blocked(.read): break
      case .blocked(.write): writing?.start()
      case .ended: peerHasEnded()
      case .failed: return close()
      }
      // What TLS holds already, the descriptor does not tell of again.
    } while mayRead && transport.hasUnreadBytes
    watchForInput()
  }

  /// Something has changed that may let more of what the peer sent be used.
  private func readOn() {
    consumeUnread()
    if mayRead, transport.hasUnreadBytes { read() } else { watchForInput() }
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    guard unread.isEmpty else {
      unread += bytes
      return consumeUnread()
    }
    let used = bytes.withMemoryRebound(to: UInt8.self) { consume($0.span) }
    if used < bytes.count { unread = Array(bytes[used...]) }
    inputWasConsumed()
  }

  private func consumeUnread() {
    guard !isConsuming, !unread.isEmpty || hasEvent else { return }
    let bytes = unread
    unread = []
    let used = consume(bytes.span)
    if used < bytes.count { unread = used == 0 ? bytes : Array(bytes[used...]) }
    inputWasConsumed()
  }

  private func inputWasConsumed() {
    if isIdle, !unread.isEmpty {
      // The next request has begun: its time is counted from now.
      isIdle = false
      setDeadline(server.configuration.http.headTimeLimit)
    }
    finishUpgrade()
  }

  /// The parser has something to say without another byte: the end of a message.
  private var hasEvent: Bool { !isComplete && wantsInput }

  /// Whether what arrives is used now.
  private var wantsInput: Bool {
    if upgrade != nil { return false }
    switch phase {
    case .head, .collecting: return true
    case .answering, .sending, .writing: return body?.hasRoom ?? false
    case .handshake, .lingering, .relaying, .closed: return false
    }
  }

  /// The number of bytes that were used.
  private func consume(_ bytes: Span<UInt8>) -> Int {
    if case .lingering = phase { return bytes.count }
    isConsuming = true
    defer { isConsuming = false }
    var offset = 0
    while wantsInput {
      do throws(RequestParser.Failure) {
        guard let event = try parser.next(in: bytes, from: &offset) else { break }
        switch event {
        case .head(let head): headArrived(head)
        case .body(let range): bodyArrived(bytes, range)
        case .end: requestEnded()
        }
      } catch {
        requestIsMalformed(error)
      }
    }
    if case .lingering = phase { return bytes.count }
    return offset
  }

  /// Whether more may be read: not when enough waits already. While nothing is wanted a little is read all the same, so that a peer that goes is noticed.
  private var mayRead: Bool {
    switch phase {
    case .handshake, .relaying, .closed: false
    case .lingering: !hasEnded
    default: !hasEnded && (wantsInput || unread.count < LoopBuffers.inputSize)
    }
  }

  private func watchForInput() {
    guard let reading else { return }
    switch phase {
    case .handshake, .relaying, .closed: return
    default: break
    }
    if mayRead { reading.start() } else { reading.stop() }
  }

  private func peerHasEnded() {
    hasEnded = true
    reading?.stop()
    switch phase {
    // A client that closes only its sending half counts as gone while a handler is at work for it.
    case .handshake, .head, .collecting, .answering, .writing, .lingering, .closed: close()
    // What is on its way may still be read.
    case .sending: closesAfterResponse = true
    case .relaying: break
    }
  }

  // MARK: TLS

  private func shakeHands() {
    if case .plain = transport {
      guard let first = PlainSocket.peek(descriptor) else { return close() }
      // A TLS record of the handshake begins with 22 (RFC 8446, section 5.1). A method begins with a letter.
      guard first == 22 else {
        isPlainText = true
        phase = .head
        setDeadline(server.configuration.http.headTimeLimit)
        return read()
      }
      guard let session = listener.tls?.makeSession(on: descriptor) else { return close() }
      transport = .tls(session)
    }
    guard case .tls(let session) = transport else { return }
    switch session.shakeHands() {
    case .count:
      writing?.stop()
      phase = .head
      setDeadline(server.configuration.http.headTimeLimit)
      readOn()
    case .blocked(.read): break
    case .blocked(.write): writing?.start()
    case .ended: close()
    case .failed:
      server.logger.debug("a TLS handshake failed", metadata: ["peer": "\(peer)"])
      close()
    }
  }

  // MARK: A request

  private func headArrived(_ head: RequestHead) {
    isIdle = false
    isHTTP11 = head.minorVersion >= 1
    isHead = head.method == .head
    isComplete = head.body == .none
    received = 0
    closesAfterResponse = closesAfterResponse || !head.keepsAlive
    var request = Request(
      method: head.method, target: head.target, headers: head.fields, isSecure: isSecure && !isPlainText, peer: peer)
    request.framing = head.body
    request.listener = listener.index
    request.listeners = listener.addresses
    let forwarded =
      isProxy ? ForwardedAddress.find(in: head.fields, trusting: server.configuration.trustedProxies) : nil
    if let forwarded { request.peer = forwarded }
    if let observer = server.observer { observed = ObservedRequest(observer.began(request)) }
    request.observation = observed?.observation
    if case .refused(let reason) = place?.admission { return refuse(.serviceUnavailable, reason) }
    if isPlainText {
      // A socket has no use for a redirect.
      guard request.headers[.upgrade] == nil else { return close() }
      closesAfterResponse = true
      return send(server.handler.handlePlainText(request))
    }
    let handshake = WebSocketHandshake.read(
      request, isHTTP11: isHTTP11, subprotocol: server.configuration.subprotocol)
    if case .bad(let response) = handshake { return refuseUpgrade(response) }
    if case .good = handshake { request.isWebSocket = true }
    let action = server.handler.handle(request)
    switch (action, handshake) {
    case (.upgrade(let delegate), .good(let handshake)):
      guard !isStopping else { return refuseUpgrade(.plain(.serviceUnavailable, "The server is stopping.")) }
      let place: SocketPlace
      do throws(SocketRefusal) {
        place = try SocketPlace(
          in: server.connections, forwarded: forwarded.flatMap { AddressBlock(numericHost: $0) }, hasPair: isSecure)
      } catch {
        return refuseUpgrade(.plain(.serviceUnavailable, error.reason))
      }
      upgrade = Upgrade(delegate: delegate, handshake: handshake, peer: request.peer, place: place)
    case (.upgrade, _): send(.plain(.internalServerError, "Nothing was to be upgraded."))
    case (.respond(let response), .good): refuseUpgrade(response)
    case (.respond(let response), _):
      if head.body != .none { closesAfterResponse = true }
      send(response)
    case (.collect(let limit, let completion), _): collect(request, head, limit: limit, completion)
    case (.stream(let handler), _): stream(request, head, to: handler)
    }
  }

  private func refuseUpgrade(_ response: Response) {
    server.logger.debug(
      "refused a WebSocket", metadata: ["peer": "\(peer)", "status": "\(response.status.code)"])
    closesAfterResponse = true
    send(response)
  }

  private func collect(
    _ request: Request, _ head: RequestHead, limit: Int,
    _ completion: @escaping @Sendable (Request, PendingResponse) -> Void
  ) {
    guard head.body != .none else { return answer { completion(request, $0) } }
    if case .length(let length) = head.body, length > limit { return refuseBody(over: limit) }
    guard giveLeave(head) else { return }
    phase = .collecting(Collecting(request: request, limit: limit, completion: completion))
    beginBody()
  }

  private func stream(
    _ request: Request, _ head: RequestHead, to handler: @Sendable (RequestBody, PendingResponse) -> Void
  ) {
    let body = RequestBody(connection: self)
    if head.body == .none {
      body.complete()
    } else {
      guard giveLeave(head) else { return }
      self.body = body
    }
    answer { handler(body, $0) }
  }

  /// RFC 9110, section 10.1.1: the peer waits for leave to send. False when that could not be written.
  private func giveLeave(_ head: RequestHead) -> Bool {
    guard head.expectsContinue else { return true }
    let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
    if case .count(line.count) = line.withUnsafeBytes({ transport.write($0) }) { return true }
    close()
    return false
  }

  private func beginBody() {
    bodyProgress = BodyProgress(server.configuration.http, from: .now)
    setDeadline(min(server.configuration.http.headTimeLimit, server.configuration.http.bodyTimeLimit))
  }

  private func bodyArrived(_ bytes: Span<UInt8>, _ range: Range<Int>) {
    received += range.count
    let piece = bytes.extracting(range)
    if let body {
      body.append(piece.withUnsafeBufferPointer { Array($0) })
      return
    }
    guard case .collecting(var collecting) = phase else { return }
    // Not two owners, or each piece would copy all before it.
    phase = .head
    guard received <= collecting.limit else { return refuseBody(over: collecting.limit) }
    guard server.arrivals.grow(&share, to: received) else {
      server.logger.warning("a request was refused: too much is arriving", metadata: ["peer": "\(peer)"])
      return refuse(.serviceUnavailable, "Too much is arriving here. Send it again later.")
    }
    if collecting.request.body.isEmpty, case .length(let length) = collecting.request.framing {
      // A peer's word is not a reason to take much memory.
      collecting.request.body.reserveCapacity(min(length, ArrivalBudget.free))
    }
    piece.withUnsafeBufferPointer { collecting.request.body.append(contentsOf: $0) }
    phase = .collecting(collecting)
  }

  private func requestEnded() {
    isComplete = true
    if let body {
      self.body = nil
      return body.complete()
    }
    guard case .collecting(let collecting) = phase else { return }
    server.arrivals.giveBack(&share)
    answer { collecting.completion(collecting.request, $0) }
  }

  /// Lets the handler answer. Many answer at once.
  private func answer(_ ask: (PendingResponse) -> Void) {
    let pending = PendingResponse(connection: self)
    phase = .answering(pending)
    setDeadline(server.configuration.http.answerTimeLimit)
    ask(pending)
    if let response = pending.take() { send(response) }
  }

  // MARK: Refusals

  /// RFC 9112, section 11.2 and RFC 9110, section 15.5: what is ambiguous ends the connection.
  private func requestIsMalformed(_ failure: RequestParser.Failure) {
    if let body {
      // The answer may be on its way already.
      body.fail()
      self.body = nil
      return close()
    }
    if isPlainText { return close() }
    refuse(failure.status, failure.sentence)
  }

  private func refuseBody(over limit: Int) {
    refuse(.contentTooLarge, "The body is over the limit of \(limit) bytes.")
  }

  /// An error of HTTP's own, after which the connection ends.
  private func refuse(_ status: HTTPResponse.Status, _ sentence: String) {
    // 503 has been said when the first of these connections came.
    let level: Logger.Level = [408, 413, 414, 431].contains(status.code) ? .warning : .debug
    server.logger.log(
      level: level, "refused a request", metadata: ["peer": "\(peer)", "status": "\(status.code)"])
    server.arrivals.giveBack(&share)
    isComplete = false
    closesAfterResponse = true
    send(Response.plain(status, sentence))
  }

  // MARK: The response

  private func send(_ response: Response) {
    observed?.status = response.status.code
    let hasBody = response.status != .noContent && response.status != .notModified && response.status.code >= 200
    var bodyEnd = ResponseHead.BodyEnd.unsaid
    switch response.body {
    case _ where !hasBody: break
    case .writer(nil, _):
      // RFC 9112, section 6.1: no chunks for HTTP/1.0; there the connection's end is the body's.
      if isHTTP11 { bodyEnd = .chunked } else { closesAfterResponse = true }
    default: bodyEnd = .length(response.body.length)
    }
    let head = ResponseHead.bytes(
      of: response, bodyEnd: bodyEnd, date: server.date.now, closes: closesAfterResponse, isHTTP11: isHTTP11,
      frameAncestors: server.configuration.frameAncestors)
    guard hasBody, !isHead else { return advance(Outgoing(head: head)) }
    if case .writer(let length, let write) = response.body {
      let writer = ResponseWriter(length: length, connection: self)
      phase = .writing(writer, isChunked: bodyEnd == .chunked, Outgoing(head: head))
      writer.start(write)
      return writeOn()
    }
    advance(Outgoing(head: head, body: response.body, length: response.body.length))
  }

  private func socketHasRoom() {
    writing?.stop()
    switch phase {
    case .handshake: shakeHands()
    case .sending(let outgoing): advance(outgoing)
    case .writing: writeOn()
    case .relaying(let relay): return relay.peerHasRoom()
    default: break
    }
    readOn()
  }

  private func advance(_ outgoing: Outgoing) {
    var outgoing = outgoing
    let step = outgoing.write(to: transport, through: loop.buffers.output)
    observed?.sentSize += outgoing.takeSentSize()
    switch step {
    case .complete: finish()
    case .blocked, .paused:
      phase = .sending(outgoing)
      setDeadline(server.configuration.http.stallTimeLimit)
      writing?.start()
    case .broken(.body):
      server.logger.warning("a body ended early, its connection is closed", metadata: ["peer": "\(peer)"])
      close()
    case .broken(.connection): close()
    }
  }

  /// Writes what a ``ResponseWriter`` has brought and the socket has not taken.
  private func writeOn() {
    guard case .writing(let writer, let isChunked, let rest) = phase else { return }
    guard var outgoing = rest else { return write(from: writer, isChunked: isChunked) }
    let step = outgoing.write(to: transport, through: loop.buffers.output)
    observed?.sentSize += outgoing.takeSentSize()
    switch step {
    case .complete:
      phase = .writing(writer, isChunked: isChunked, nil)
      // The writer may take its time.
      setDeadline(nil)
      write(from: writer, isChunked: isChunked)
    case .blocked, .paused:
      phase = .writing(writer, isChunked: isChunked, outgoing)
      setDeadline(server.configuration.http.stallTimeLimit)
      writing?.start()
    case .broken: close()
    }
  }

  private func write(from writer: ResponseWriter, isChunked: Bool) {
    switch writer.nextWork() {
    case .nothing: break
    case .bytes(let bytes):
      guard !bytes.isEmpty else { return }
      // RFC 9112, section 7.1.
      let chunk = isChunked ? Array("\(String(bytes.count, radix: 16))\r\n".utf8) + bytes + [13, 10] : bytes
      phase = .writing(writer, isChunked: isChunked, Outgoing(head: chunk))
      writeOn()
    case .complete:
      if isChunked { advance(Outgoing(head: Array("0\r\n\r\n".utf8))) } else { finish() }
    case .broken:
      server.logger.warning("a body ended early, its connection is closed", metadata: ["peer": "\(peer)"])
      close()
    }
  }

  /// The response is written. On with the next request, or the end.
  private func finish() {
    endObservation(isComplete: true)
    if let body {
      // Whoever answers without reading the whole body has seen enough of it.
      body.fail()
      self.body = nil
      closesAfterResponse = true
    }
    if case .closed = phase { return }
    if closesAfterResponse {
      return isComplete || hasEnded ? close() : linger()
    }
    phase = .head
    isIdle = true
    setDeadline(server.configuration.http.idleTimeLimit)
  }

  /// Closing with unread bytes resets the connection, and the peer may lose the answer: read on for a moment.
  private func linger() {
    phase = .lingering
    unread = []
    if case .tls(let session) = transport { session.shutDown() }
    shutdown(descriptor, CInt(SHUT_WR))
    setDeadline(Self.lingeringTime)
  }

  private static let lingeringTime = Duration.seconds(2)

  // MARK: Becoming a WebSocket

  /// With what came behind the handshake, which may be frames.
  private func finishUpgrade() {
    guard let upgrade else { return }
    self.upgrade = nil
    observed?.status = 101
    endObservation(isComplete: true)
    let bytes = upgrade.handshake.head(subprotocol: server.configuration.subprotocol) + unread
    unread = []
    switch transport {
    case .plain:
      let socket = WebSocketConnection(
        loop: loop, server: server, peer: upgrade.peer, places: (place, upgrade.place), delegate: upgrade.delegate)
      place = nil
      // From here on the descriptor is libwebsockets'.
      release()
      loop.onLoop((descriptor, bytes, socket)) { $0.adopt($1.0, bytes: $1.1, as: $1.2) }
    case .tls(let session):
      guard let reading, let writing, let libev = loop.onLoop((), { loop, _ in loop.libevHandle }),
        let (ours, theirs) = SystemSocket.makePair()
      else {
        return refuseUpgrade(.plain(.serviceUnavailable, "This server has no room for another socket."))
      }
      setDeadline(nil)
      let relay = TLSRelay(
        session: session, descriptor: ours, on: libev.pointer, buffers: loop.buffers,
        peer: TLSRelay.Peer(descriptor: descriptor, reading: reading, writing: writing)
      ) { [unowned self] change in
        onLoop(change) { $0.relayHasChanged($1) }
      }
      phase = .relaying(relay)
      let socket = WebSocketConnection(
        loop: loop, server: server, peer: upgrade.peer, places: (nil, upgrade.place), delegate: upgrade.delegate)
      loop.onLoop((theirs, bytes, socket)) { $0.adopt($1.0, bytes: $1.1, as: $1.2) }
      relay.begin()
    }
  }

  private func relayHasChanged(_ change: TLSRelay.Change) {
    switch change {
    case .isEnding: setDeadline(server.configuration.http.stallTimeLimit)
    case .goesOn:
      if case .relaying(let relay) = phase, relay.isEnding { setDeadline(server.configuration.http.stallTimeLimit) }
    case .lingers: setDeadline(Self.lingeringTime)
    case .ended: close()
    }
  }

  // MARK: The end

  func close() {
    if case .closed = phase { return }
    if case .tls(let session) = transport { session.shutDown() }
    release()
    Platform.close(descriptor)
  }

  /// Lets go of everything but the descriptor.
  private func release() {
    endObservation(isComplete: false)
    switch phase {
    case .answering(let pending): pending.cancel()
    case .writing(let writer, _, _): writer.cancel()
    case .relaying(let relay): relay.end()
    default: break
    }
    phase = .closed
    // Before the descriptor is closed, or another of the same number would be watched.
    reading?.stop()
    writing?.stop()
    reading = nil
    writing = nil
    body?.fail()
    body = nil
    unread = []
    server.arrivals.giveBack(&share)
    place = nil
    loop.onLoop(self) { $0.remove(.connection($1)) }
  }

  private func endObservation(isComplete: Bool) {
    observed?.end(isComplete: isComplete)
    observed = nil
  }

  private func setDeadline(_ delay: Duration?) {
    loop.onLoop((delay, self)) { $0.setDeadline($1.0, for: .connection($1.1)) }
  }
}

extension Response {
  /// One sentence for a person.
  static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    Response(status, headers: [.contentType: "text/plain; charset=utf-8"], body: .bytes(Array((sentence + "\n").utf8)))
  }
}
