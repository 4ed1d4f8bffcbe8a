import DSBridge
import HTTPTypes

/// A response that streams server-sent events (WHATWG HTML, section 9.2). A page reads them with `new
/// EventSource(address)`, which reconnects automatically.
///
///     router.get("/api/clock") { request, context in
///       EventStream { events in
///         for await time in clock { try await events.send(ServerSentEvent(data: time)) }
///       }
///     }
public struct EventStream: ResponseGenerator, Sendable {
  private let body: ResponseBody

  /// Creates a stream of events.
  /// - Parameters:
  ///   - keepAlive: The interval between comments that keep proxies from closing idle connections; 15 seconds by
  ///     default.
  ///   - body: A closure that sends the events. Its task is cancelled when the client disconnects or the server shuts
  ///     down. The stream ends when the closure returns.
  public init(keepAlive: Duration = .seconds(15), _ body: @escaping @Sendable (EventSender) async throws -> Void) {
    self.body = ResponseBody(.events({ try await body(EventSender(writer: $0)) }, keepAlive: keepAlive))
  }

  /// Returns a response with status 200 that streams the events.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"], body: body)
  }
}

/// A writer that sends the events of an ``EventStream``.
public struct EventSender: Sendable {
  let writer: any ResponseBodyWriter

  /// Sends an event. Returns when the send buffer has room for the next one. Throws if the client has disconnected.
  public func send(_ event: ServerSentEvent) async throws {
    var writer = writer
    try await writer.write(event.text)
  }

  /// Sends an event that has only data.
  public func send(_ data: String) async throws {
    try await send(ServerSentEvent(data: data))
  }
}

/// An event of an ``EventStream``.
public struct ServerSentEvent: Sendable, Hashable {
  /// The data, which the page reads as `event.data`. It may have several lines.
  public var data: String
  /// The event's type, which the page passes to `addEventListener`; nil means `message`.
  public var event: String?
  /// The value that the page sends as `Last-Event-ID` when it reconnects; nil keeps the previous value.
  public var id: String?
  /// The time that the page waits before it reconnects; nil keeps the page's current value.
  public var retry: Duration?

  /// Creates an event.
  public init(data: String, event: String? = nil, id: String? = nil, retry: Duration? = nil) {
    self.data = data
    self.event = event
    self.id = id
    self.retry = retry
  }

  /// Creates an event whose data is the value encoded as JSON.
  public init(encoding value: some Encodable, event: String? = nil, id: String? = nil, retry: Duration? = nil) throws {
    self.init(data: "\(try JSONSerializer().encode(value))", event: event, id: id, retry: retry)
  }

  /// The event's wire format. Line breaks in the type or the id become spaces. Each line of the data becomes a separate
  /// `data` line.
  var text: String {
    var text = ""
    if let event { text += "event: \(Self.oneLine(event))\n" }
    // An id that contains NUL is omitted, because browsers ignore such an id.
    if let id { text += "id: \(Self.oneLine(id))\n" }
    if let retry { text += "retry: \(Int(min(max(0, retry / .milliseconds(1)), 1e12)))\n" }
    for line in Self.lines(data) { text += "data: \(line)\n" }
    return text + "\n"
  }

  /// Splits the text at CR LF, LF and CR.
  private static func lines(_ text: String) -> [String] {
    text.replacing("\r\n", with: "\n").unicodeScalars
      .split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r" }
      .map { String($0) }
  }

  private static func oneLine(_ text: String) -> String {
    lines(text).joined(separator: " ")
  }
}
