import HTTPTypes
import TestSupport
@testable import SnippetBridgeWebServer

/// A handler made of closures. By default it answers with a description of the request.
struct TestHandler: RequestHandler {
  typealias Answer = @Sendable (ServerRequest) async -> ServerResponse

  var answer: Answer = { request in TestHandler.echo(request) }
  var decide: @Sendable (ServerRequest) -> RequestAction = { request in
    request.path == WebSocketClient.path ? .upgrade(EchoDelegate()) : .respond(.plain(.notFound, "not here"))
  }

  /// Returns a response to refuse a request because of its head. Called before the other closures.
  var refuse: @Sendable (ServerRequest) -> ServerResponse? = { _ in nil }

  /// Returns a response at once, after the body has arrived.
  var prompt: @Sendable (ServerRequest) -> ServerResponse? = { _ in nil }

  /// Sends the response. If it is set, it is called in place of `answer`.
  var respond: (@Sendable (ServerRequest, PendingResponse) -> Void)?

  /// Reads the body while it arrives, and sends the response. If it is set, it is called in place of `answer` and
  /// `respond`.
  var stream: (@Sendable (ServerRequest, ArrivingBody, PendingResponse) -> Void)?

  /// Returns an action that forwards the request, or `nil`. Called before all closures except `refuse`.
  var forward: (@Sendable (ServerRequest) -> RequestAction?)?

  var maximumBodySize = HTTPLimits().maximumBodySize

  func handle(_ request: ServerRequest) -> RequestAction {
    if let response = refuse(request) { return .respond(response) }
    if let action = forward?(request) { return action }
    if request.framing == .none, let response = prompt(request) { return .respond(response) }
    if request.isWebSocket { return decide(request) }
    if let stream { return .stream { stream(request, $0, $1) } }
    return .collect(limit: maximumBodySize) { request, pending in
      if let response = prompt(request) { return pending.send(response) }
      if let respond { return respond(request, pending) }
      // Start the task at once: Swift's own threads may be busy with other tests for half a minute.
      pending.cancelWithPeer(Task.immediate { pending.send(await answer(request)) })
    }
  }

  func handlePlainText(_ request: ServerRequest) -> ServerResponse {
    ServerResponse(
      .movedPermanently, headers: [.location: "https://\(request.authority ?? "")\(request.target.originForm)"])
  }

  static func echo(_ request: ServerRequest) -> ServerResponse {
    let text = "\(request.method) \(request.path) \(request.query ?? "-") \(request.body.count)"
    return ServerResponse(.ok, headers: [.contentType: "text/plain"], body: .bytes(Array(text.utf8)))
  }
}

/// A delegate that sends every message back.
final class EchoDelegate: WebSocketDelegate {
  func opened(_ socket: WebSocket) {}
  func received(_ message: [UInt8], on socket: WebSocket) { socket.send(message) }
  func closed(_ socket: WebSocket, code: UInt16, reason: String) {}
}

/// A delegate that queues its events.
final class RecordingDelegate: WebSocketDelegate {
  enum Event: Sendable, Equatable {
    case opened(WebSocket)
    case received([UInt8])
    case closed(UInt16, String)
  }

  let events = EventQueue<Event>()
  private let heartbeat: [UInt8]?

  init(heartbeat: [UInt8]? = nil) { self.heartbeat = heartbeat }

  func heartbeat(on socket: WebSocket) -> [UInt8]? { heartbeat }
  func opened(_ socket: WebSocket) { events.add(.opened(socket)) }
  func received(_ message: [UInt8], on socket: WebSocket) { events.add(.received(message)) }
  func closed(_ socket: WebSocket, code: UInt16, reason: String) { events.add(.closed(code, reason)) }

  /// Returns the opened socket, which must be the next event.
  func socket() throws -> WebSocket {
    let event = try events.next()
    guard case .opened(let socket) = event else { throw TestError("not opened but \(event)") }
    return socket
  }
}
