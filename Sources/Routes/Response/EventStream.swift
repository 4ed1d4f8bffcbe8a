import HTTPTypes

/// Server-sent events (WHATWG HTML, section 9.2): a page reads them by `new EventSource(address)`, which connects
/// again by itself.
///
///     router.get("/api/clock") { request, context in
///       EventStream { events in
///         for await time in clock { try await events.send(ServerSentEvent(data: time)) }
///       }
///     }
public struct EventStream: ResponseGenerator, Sendable {
  private let keepAlive: Duration
  private let body: @Sendable (EventSender) async throws -> Void

  /// - Parameters:
  ///   - keepAlive: how often a comment is sent, so that nothing on the way takes the connection for dead.
  /// - body: sends the events, in a task that is cancelled when the client goes or the server shuts down. When it
  /// returns, the stream ends.
  public init(keepAlive: Duration = .seconds(15), _ body: @escaping @Sendable (EventSender) async throws -> Void) {
    self.keepAlive = keepAlive
    self.body = body
  }

  /// 200 with the events.
  public func response(from request: Request, context: some RequestContext) -> Response {
    let body = body
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody(.events({ try await body(EventSender(writer: $0)) }, keepAlive: keepAlive)))
  }
}

/// Where an ``EventStream`` sends its events.
public struct EventSender: Sendable {
  let writer: any ResponseBodyWriter

  /// Sends it soon; returns when there is room for more. Throws when the client has gone.
  public func send(_ event: ServerSentEvent) async throws {
    var writer = writer
    try await writer.write(event.text)
  }

  /// Sends an event that is a text and nothing else.
  public func send(_ data: String) async throws {
    try await send(ServerSentEvent(data: data))
  }
}
