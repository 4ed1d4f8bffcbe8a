import HTTPTypes
@testable import WebServer

/// A handler made of closures; without any it answers with the request's own words.
struct TestHandler: RequestHandler {
  typealias Answer = @Sendable (Request) async -> Response

  var answer: Answer = { request in TestHandler.echo(request) }
  var decide: @Sendable (Request) -> Upgrade = { _ in .accept(EchoDelegate()) }

  var refuse: @Sendable (Request, Int) -> Response? = { _, _ in nil }

  var prompt: @Sendable (Request) -> Response? = { _ in nil }

  /// Instead of `answer`.
  var respond: (@Sendable (Request, PendingResponse) -> Void)?

  func promptResponse(to request: Request) -> Response? { prompt(request) }
  func respond(to request: Request, with pending: PendingResponse) {
    if let respond { respond(request, pending) } else { pending.sendLater { await answer(request) } }
  }
  func refusal(ofHead request: Request, bodyLength: Int) -> Response? { refuse(request, bodyLength) }
  func upgrade(_ request: Request) -> Upgrade { decide(request) }

  static func echo(_ request: Request) -> Response {
    let text = "\(request.method) \(request.path) \(request.query ?? "-") \(request.body.count)"
    return Response(.ok, headers: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
  }
}

/// Sends every message back.
final class EchoDelegate: WebSocketDelegate {
  func opened(_ socket: WebSocket) {}
  func received(_ message: [UInt8], on socket: WebSocket) { socket.send(message) }
  func closed(_ socket: WebSocket, code: UInt16, reason: String) {}
}

/// Puts what happens into a queue.
final class RecordingDelegate: WebSocketDelegate {
  enum Event: Sendable, Equatable {
    case opened(WebSocket)
    case received([UInt8])
    case closed(UInt16, String)
  }

  let events = EventQueue<Event>()

  func opened(_ socket: WebSocket) { events.add(.opened(socket)) }
  func received(_ message: [UInt8], on socket: WebSocket) { events.add(.received(message)) }
  func closed(_ socket: WebSocket, code: UInt16, reason: String) { events.add(.closed(code, reason)) }

  /// The socket, which must be the next event.
  func socket() throws -> WebSocket {
    let event = try events.next()
    guard case .opened(let socket) = event else { throw TestError("not opened but \(event)") }
    return socket
  }
}
