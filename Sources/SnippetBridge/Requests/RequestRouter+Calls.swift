import DSBridge
import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The bridge's own POST requests (docs/guides/protocol.md, sections 2 and 4).
extension RequestRouter {
  /// Handles the hello request of a document.
  func hello(_ request: ServerRequest, with pending: PendingResponse) {
    refusing(pending) { () throws(Refusal) in
      let id = try documentID(of: request)
      try greet(JSON(bytes: request.body[...]), of: id, by: request, with: pending) { greeting throws(Refusal) in
        guard let welcome = try? JSONSerializer().encode(registry.welcome(greeting)) else {
          throw .malformed("The response cannot be encoded.")
        }
        var response = ServerResponse.plain(.ok, Array(welcome.bytes), type: "application/json")
        setCookie(greeting.session, on: &response, for: request)
        pending.send(response)
      }
    }
  }

  private func greet(
    _ hello: JSON, of id: DocumentID, by request: ServerRequest, with pending: PendingResponse,
    then answer: @escaping @Sendable (Registry.Greeting) throws(Refusal) -> Void
  ) throws(Refusal) {
    try registry.greet(
      decodeHello(hello, for: id), session: session(of: request), origin: pageOrigin(of: request), peer: request.peer,
      userAgent: request.headers[.userAgent], certificateSubject: request.certificateSubject,
      proxiedSite: registry.sites.proxy(at: request.listener)?.site.name, marks: marks(of: request)
    ) { outcome in
      refusing(pending) { () throws(Refusal) in try answer(try outcome.get()) }
    }
  }

  /// Handles a blocking call, whose body may begin with the document's hello.
  func call(_ request: ServerRequest, with pending: PendingResponse) {
    let size = request.body.count
    guard size > WireLimits.parsedOnLoop, registry.parser.admit(size) else { return parseCall(request, with: pending) }
    registry.parser.perform(size) { parseCall(request, with: pending) }
  }

  private func parseCall(_ request: ServerRequest, with pending: PendingResponse) {
    refusing(pending) { () throws(Refusal) in
      let id = try documentID(of: request)
      // libwebsockets validates UTF-8 only in WebSocket messages, so validate the body of an HTTP request here.
      guard (try? UTF8Span(validating: request.body.span)) != nil else { throw .malformed("The body is not UTF-8.") }
      let message: PageMessage
      do { message = try PageMessage(parsing: request.body) } catch { throw .malformed("\(error)") }
      guard case .hello(let json) = message.first else {
        let webView = try registry.webView(of: id, sessions: cookieValues(of: request))
        return answer(message, of: id, by: webView, to: request, with: pending)
      }
      try greet(json, of: id, by: request, with: pending) { greeting in
        answer(message.dropFirst(), of: id, by: greeting.webView, greeted: greeting.session, to: request, with: pending)
      }
    }
  }

  /// Answers a blocking call, immediately or after the delay that the inspector simulates. If the body began with a
  /// hello, `session` is the session from that hello, which the response stores in a cookie. Otherwise, `session` is
  /// `nil`.
  private func answer(
    _ message: PageMessage, of id: DocumentID, by webView: WebView, greeted session: String? = nil,
    to request: ServerRequest, with pending: PendingResponse
  ) {
    @Sendable func answerNow() {
      webView.answer(message, of: id, weight: message.weight(of: request.body.count)) { outcome in
        refusing(pending) { () throws(Refusal) in
          switch outcome {
          case .answered(let line):
            var response = ServerResponse.plain(.ok, line)
            if let session { setCookie(session, on: &response, for: request) }
            pending.send(response)
          case .malformed(let problem): throw .malformed(problem)
          case .gone: throw .gone
          case .superseded: throw .superseded
          case .busy: throw .busy("This document has too many unprocessed messages.")
          }
        }
      }
    }
    guard registry.isInspected, let delay = webView.hosted.trouble?.delay(ofArrival: request.body.count) else {
      return answerNow()
    }
    _ = registry.scheduler.schedule(after: delay, answerNow)
  }

  /// Returns a ticket, which is a secret that is valid once, for the document's additional socket. That socket carries
  /// blocking calls.
  func lane(_ request: ServerRequest) -> ServerResponse {
    refusing { () throws(Refusal) in
      .plain(.ok, try registry.laneTicket(for: try documentID(of: request), sessions: cookieValues(of: request)))
    }
  }

  /// Handles a report that the browser is leaving a document. The response does not reveal whether the document exists,
  /// because no page needs this information.
  func leave(_ request: ServerRequest) -> ServerResponse {
    refusing { () throws(Refusal) in
      registry.leave(try documentID(of: request), sessions: cookieValues(of: request))
      return ServerResponse(.noContent)
    }
  }

  /// Runs `body`. If it throws, sends the response for the error.
  private func refusing(_ pending: PendingResponse, _ body: () throws(Refusal) -> Void) {
    do throws(Refusal) { try body() } catch { pending.send(response(to: error)) }
  }

  private func refusing(_ body: () throws(Refusal) -> ServerResponse) -> ServerResponse {
    do throws(Refusal) { return try body() } catch { return response(to: error) }
  }

  func response(to refusal: Refusal) -> ServerResponse {
    switch refusal {
    case .malformed(let problem): .plain(.badRequest, problem)
    case .noSession: .plain(.unauthorized, "This document has not sent a hello in this session.")
    case .forbidden(let reason): .plain(.forbidden, reason)
    case .superseded: .plain(.conflict, "This call was sent again. The newer requests get its response.")
    case .tooLarge(let sentence): .plain(.contentTooLarge, sentence)
    case .gone: .plain(.gone, "This server does not know the document.")
    case .busy(let reason): .plain(.serviceUnavailable, reason)
    }
  }

  /// Returns the document named in the header `Bridge-Document`. Requiring this header prevents cross-site request
  /// forgery, because a form of another site cannot send it.
  func documentID(of request: ServerRequest) throws(Refusal) -> DocumentID {
    guard let document = request.header(.bridgeDocument) else {
      throw .forbidden("The header Bridge-Document is missing.")
    }
    guard let id = DocumentID(document) else { throw .malformed("The header Bridge-Document is not a document's id.") }
    return id
  }

  private func decodeHello(_ json: JSON, for id: DocumentID) throws(Refusal) -> Hello {
    guard json.bytes.count <= Hello.maximumSize else {
      throw .tooLarge("A hello has at most \(Hello.maximumSize) bytes.")
    }
    let hello: Hello
    do { hello = try JSONSerializer().decode(Hello.self, from: json) } catch { throw .malformed("hello: \(error)") }
    guard DocumentID(hello.document) == id else {
      throw .forbidden("The hello and the header Bridge-Document name different documents.")
    }
    return hello
  }

  /// Returns the origin of the page that sent the request. The router has already checked that this origin may use the
  /// bridge.
  private func pageOrigin(of request: ServerRequest) throws(Refusal) -> WebOrigin {
    guard let origin = request.headers[.origin].flatMap({ WebOrigin($0) }) ?? trust.origin(of: request) else {
      throw .forbidden("The request names no origin.")
    }
    return origin
  }

  private func setCookie(_ session: String, on response: inout ServerResponse, for request: ServerRequest) {
    setSession(session, on: &response, for: request)
    if let forwarding = registry.forwarding, let browser = registry.browser(of: session),
      let mark = forwarding.mark(for: browser)
    {
      response.set(
        cookie: forwarding.cookieName, to: mark, attributes: "SameSite=Strict", isSecure: trust.isSecure(request))
    }
    admission?.renew(for: request, in: &response)
  }
}

extension ServerResponse {
  /// Creates a response with UTF-8 text, which browsers must not cache.
  static func plain(_ status: HTTPResponse.Status, _ text: [UInt8], type: String = "text/plain") -> ServerResponse {
    ServerResponse(
      status, headers: [.contentType: "\(type); charset=utf-8", .cacheControl: "no-store"], body: .bytes(text))
  }

  static func plain(_ status: HTTPResponse.Status, _ text: String) -> ServerResponse {
    .plain(status, Array(text.utf8))
  }
}
