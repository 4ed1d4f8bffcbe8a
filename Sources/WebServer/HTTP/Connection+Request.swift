import CLibwebsockets
import Glibc
import HTTPTypes
import Logging

/// A request comes in.
extension Connection {
  /// The head is there; the body, if any, is not.
  func requestArrived(from wsi: OpaquePointer) {
    guard isAsSecureAsItSeems(wsi) else { return close() }
    let reader = RequestReader(wsi: wsi, known: server.knownHeaders)
    isHTTP11 = reader.isHTTP11
    isHead = false
    expectsBody = false
    closesAfterResponse = !keepsAlive(reader)
    // libwebsockets gives a request a time limit of its own, answered or not; ours are finer.
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)

    let request: Request
    do throws(RequestReader.Failure) {
      request = try reader.read(isSecure: isSecure, peer: peer)
    } catch {
      return refuse(.badRequest, "This request cannot be understood.")
    }
    isHead = request.method == .head
    // libwebsockets expects a body of these even when no length was announced.
    let takesBody = [.post, .put, .patch].contains(request.method)
    if let refusal = server.objection(to: request, on: self) {
      guard !takesBody || canTakeBody() else { return close() }
      expectsBody = takesBody
      return refuse(refusal.status, refusal.sentence)
    }

    if lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING) > 0 {
      guard !takesBody || canTakeBody() else { return close() }
      expectsBody = takesBody
      return refuse(.lengthRequired, "Send a Content-Length instead of a Transfer-Encoding.")
    }
    let lengths = reader.values(of: WSI_TOKEN_HTTP_CONTENT_LENGTH)
    guard let announced = lengths.first else {
      // Whatever follows would be taken for a body: nothing may follow.
      if takesBody { closesAfterResponse = true }
      return respond(to: request)
    }
    guard lengths.count == 1, let length = Self.contentLength(announced) else {
      return refuse(.badRequest, "The Content-Length is not a number.")
    }
    guard length > 0 else { return respond(to: request) }
    guard canTakeBody() else { return close() }
    expectsBody = true
    guard length <= server.configuration.http.maximumBodySize else {
      return refuse(
        .contentTooLarge, "The body is over the limit of \(server.configuration.http.maximumBodySize) bytes.")
    }
    if let refusal = server.handler.refusal(ofHead: request, bodyLength: length) {
      closesAfterResponse = true
      return send(refusal)
    }
    if request.headers[.expect]?.lowercased() == "100-continue" {
      // RFC 9110, section 10.1.1: the peer waits for leave to send.
      if write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), as: LWS_WRITE_HTTP_HEADERS) < 0 { return close() }
    }
    var collecting = request
    // A peer's word is not a reason to take much memory.
    collecting.body.reserveCapacity(min(length, BodyBudget.free))
    phase = .collecting(collecting)
    bodyProgress = BodyProgress(server.configuration.http, from: .now)
    setDeadline(min(server.configuration.http.headTimeLimit, server.configuration.http.bodyTimeLimit))
  }

  /// False for plain text on a TLS port. libwebsockets redirects requests itself, but would let a WebSocket through, past client certificates too.
  func isAsSecureAsItSeems(_ wsi: OpaquePointer) -> Bool {
    !isSecure || lws_is_ssl(wsi) != 0
  }

  /// Whether libwebsockets can be left to read a body, be it to refuse it. If not, the connection must close here and now.
  private func canTakeBody() -> Bool {
    guard hasUnreadInput() else { return true }
    // libwebsockets 4.1.6 takes the head of a request that was pipelined for its body, and then never leaves its own loop.
    // RFC 9112, section 9.3.2, lets a server close; the peer has every earlier answer and sends this one again.
    server.logger.debug("closed a connection that pipelined a request with a body", metadata: ["peer": "\(peer)"])
    return false
  }

  func bodyArrived(_ bytes: UnsafeRawBufferPointer) {
    guard case .collecting(var request) = phase else { return }
    // Not two owners, or each piece would copy all before it.
    phase = .idle
    request.body.append(contentsOf: bytes)
    guard server.bodies.grow(&bodyShare, to: request.body.count) else {
      server.bodies.giveBack(&bodyShare)
      server.logger.warning("a request was refused: too much is arriving", metadata: ["peer": "\(peer)"])
      return refuse(.serviceUnavailable, "Too much is arriving here. Send it again later.")
    }
    phase = .collecting(request)
  }

  func bodyCompleted() {
    // The refused body is here whole. libwebsockets would look at what comes behind it again and again.
    if case .lingering = phase { return close() }
    // libwebsockets also says so about bodies that were refused, and about empty ones.
    guard case .collecting(let request) = phase else { return }
    expectsBody = false
    server.bodies.giveBack(&bodyShare)
    phase = .idle
    respond(to: request)
  }

  /// Asks the handler. Many answer at once.
  private func respond(to request: Request) {
    if let response = server.handler.promptResponse(to: request) { return send(response) }
    setDeadline(server.configuration.http.answerTimeLimit)
    let pending = PendingResponse(connection: self)
    phase = .answering(pending)
    server.handler.respond(to: request, with: pending)
    // Not here: libwebsockets may still hold this very request as unread.
    loop.executor.scheduleFlush(of: self)
  }

  /// After the round of events that brought the request, or when its answer is there: nothing is read while the handler is at work.
  func waitForHandler(_ pending: PendingResponse) {
    if let response = pending.take() {
      stopWatchingPeer()
      return send(response)
    }
    watchPeer()
    if hasUnreadInput() {
      // The peer pipelines. Paused or not, libwebsockets looks at what it holds again and again until the answer is there:
      // that may cost a little processor time, and no more.
      setDeadline(min(server.configuration.http.answerTimeLimit, Self.patienceWithPipelining))
    } else {
      pauseReading()
    }
  }

  /// Whether libwebsockets holds bytes of this connection that it has read and not used.
  ///
  /// It does not say so of one connection, but "lws_service_adjust_timeout: returns 0 if there are connections that need
  /// service forced": those with unread bytes whose reading is not paused. So: does the answer depend on ours?
  private func hasUnreadInput() -> Bool {
    guard let wsi, let context = lws_get_context(wsi) else { return false }
    if isReadingPaused || lws_service_adjust_timeout(context, 1, 0) != 0 { return false }
    // Sound: one thread for the loop's actors.
    loop.assumeIsolated { $0.holdReading(true, except: self) }
    defer { loop.assumeIsolated { $0.holdReading(false, except: self) } }
    return lws_service_adjust_timeout(context, 1, 0) == 0
  }

  /// For another connection's question above.
  func holdReading(_ hold: Bool) {
    if let wsi, !isReadingPaused { lws_rx_flow_control(wsi, hold ? 0 : 1) }
  }

  private static let patienceWithPipelining = Duration.seconds(1)

  /// An error of HTTP's own, after which the connection ends.
  func refuse(_ status: HTTPResponse.Status, _ sentence: String) {
    // 503 has been said when the first of these connections came.
    let level: Logger.Level = [408, 413, 414, 431].contains(status.code) ? .warning : .debug
    server.logger.log(
      level: level, "refused a request", metadata: ["peer": "\(peer)", "status": "\(status.code)"])
    closesAfterResponse = true
    send(Response.plain(status, sentence))
  }

  private func keepsAlive(_ reader: RequestReader) -> Bool {
    // The loop is stopping: its connections end with the answer.
    if closesAfterResponse { return false }
    let options = reader.text(of: WSI_TOKEN_CONNECTION).lowercased()
    // Only a lone value: libwebsockets decides in the same way whether it goes on.
    return isHTTP11 ? options != "close" : options == "keep-alive"
  }

  /// Digits only, and no more than fit.
  static func contentLength(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return Int(text)
  }
}

extension Response {
  /// One sentence for a person.
  static func plain(_ status: HTTPResponse.Status, _ sentence: String) -> Response {
    Response(status, headers: [.contentType: "text/plain; charset=utf-8"], body: .bytes(Array((sentence + "\n").utf8)))
  }
}
