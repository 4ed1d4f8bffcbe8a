import DSBridge
import HTTPTypes
import WebServer

/// The bridge's own POSTs (docs/protocol.md, sections 2 and 4).
extension RequestRouter {
  nonisolated(nonsending) func hello(_ request: Request) async throws(Refusal) -> Response {
    let hello = try decodeHello(JSON(bytes: request.body[...]), for: try documentHeader(of: request))
    let greeting = try await registry.greet(hello, session: session(of: request), origin: pageOrigin(of: request))
    guard let welcome = try? JSONSerializer().encode(registry.welcome(greeting)) else {
      throw .malformed("The answer cannot be written.")
    }
    var response = plain(.ok, Array(welcome.bytes), type: "application/json")
    setCookie(greeting.session, on: &response, for: request)
    return response
  }

  nonisolated(nonsending) func call(_ request: Request) async throws(Refusal) -> Response {
    let document = try documentHeader(of: request)
    guard let id = DocumentID(document) else { throw .malformed("Bridge-Document is not a document's id.") }
    // A socket's text is checked by libwebsockets.
    guard (try? UTF8Span(validating: request.body.span)) != nil else { throw .malformed("The body is not UTF-8.") }
    var frame: PageFrame
    do { frame = try PageFrame(parsing: request.body) } catch { throw .malformed("\(error)") }
    var session = session(of: request)
    var isGreeted = false
    if case .hello(let json) = frame.first {
      frame = frame.dropFirst()
      let hello = try decodeHello(json, for: document)
      session = try await registry.greet(hello, session: session, origin: pageOrigin(of: request)).session
      isGreeted = true
    }
    let webView = try registry.webView(of: id, session: session)
    switch await webView.answer(frame, of: id, weight: frame.weight(of: request.body.count)) {
    case .answered(let line):
      var response = plain(.ok, line)
      if isGreeted, let session { setCookie(session, on: &response, for: request) }
      return response
    case .malformed(let problem):
      throw .malformed(problem)
    case .gone:
      throw .gone
    case .busy:
      throw .busy("Too much of this document waits to be processed.")
    }
  }

  /// A ticket for the socket of the document's blocking calls.
  func lane(_ request: Request) throws(Refusal) -> Response {
    guard let id = DocumentID(try documentHeader(of: request)) else {
      throw .malformed("Bridge-Document is not a document's id.")
    }
    return plain(.ok, try registry.laneTicket(for: id, session: session(of: request)))
  }

  /// Whether the document was known, the answer is the same: nobody reads it.
  func leave(_ request: Request) throws(Refusal) -> Response {
    guard let id = DocumentID(try documentHeader(of: request)) else {
      throw .malformed("Bridge-Document is not a document's id.")
    }
    registry.leave(id, session: session(of: request))
    return Response(.noContent)
  }

  func response(to refusal: Refusal) -> Response {
    switch refusal {
    case .malformed(let problem): plain(.badRequest, problem)
    case .noSession: plain(.unauthorized, "This document has not said hello in this session.")
    case .forbidden(let reason): plain(.forbidden, reason)
    case .gone: plain(.gone, "This server does not know the document.")
    case .busy(let reason): plain(.serviceUnavailable, reason)
    }
  }

  /// The cookie's value; nil without one.
  func session(of request: Request) -> String? {
    request.cookie(cookieName, isSecure: trust.isSecure(request))
  }

  func plain(_ status: HTTPResponse.Status, _ text: String) -> Response {
    plain(status, Array(text.utf8))
  }

  private func plain(_ status: HTTPResponse.Status, _ bytes: [UInt8], type: String = "text/plain") -> Response {
    Response(
      status, headers: [.contentType: "\(type); charset=utf-8", .cacheControl: "no-store"], body: .bytes(bytes))
  }

  /// No cross-site form can send this header.
  private func documentHeader(of request: Request) throws(Refusal) -> String {
    guard let name = HTTPField.Name("Bridge-Document"), let document = request.headers[name] else {
      throw .forbidden("The header Bridge-Document is missing.")
    }
    return document
  }

  private func decodeHello(_ json: JSON, for document: String) throws(Refusal) -> Hello {
    let hello: Hello
    do { hello = try JSONSerializer().decode(Hello.self, from: json) } catch { throw .malformed("hello: \(error)") }
    guard hello.document == document else { throw .forbidden("hello is of another document than Bridge-Document.") }
    return hello
  }

  /// Its Origin, which was checked, is what its navigations come from.
  private func pageOrigin(of request: Request) -> String {
    request.headers[.origin]?.lowercased() ?? request.origin
  }

  private func setCookie(_ session: String, on response: inout Response, for request: Request) {
    response.set(cookie: cookieName, to: session, attributes: "SameSite=Strict", isSecure: trust.isSecure(request))
    admission?.renew(for: request, in: &response, port: registry.port)
  }

  private var cookieName: String { "bridge-session-\(registry.port)" }
}
