/// What a request may weigh, and how long it, its answer and the pause before the next one may take.
public struct HTTPLimits: Sendable {
  /// In bytes, as it is sent and with its end. A longer request line is answered 414.
  public var maximumRequestLineSize = 12 << 10
  /// In bytes, as they are sent: the request line and the fields. More is answered 431.
  public var maximumHeadSize = 16 << 10
  /// Fields of a head; more are answered 431.
  public var maximumFieldCount = 64
  /// In bytes; a longer body is answered 413.
  public var maximumBodySize = (16 << 20) + (64 << 10)
  /// In bytes, of all bodies and unfinished messages of WebSockets that are arriving, 16 kB of each not counted. A body
  /// that grows beyond it is answered 503, a socket closed with 1013.
  public var maximumTotalBodySize = 256 << 20
  /// For the head of a request to arrive, from its connection's opening (over TLS, from the handshake's end) or its own
  /// first bytes; then for each ``minimumBodyProgress`` of its body. What comes later is answered 408.
  public var headTimeLimit: Duration = .seconds(15)
  /// In bytes: as much of a body must arrive in each ``headTimeLimit``, or else its end. A slower one is answered 408.
  public var minimumBodyProgress = 64 << 10
  /// For a body to arrive whole, however steadily it does. What takes longer is answered 408.
  public var bodyTimeLimit: Duration = .seconds(600)
  /// For the next request to begin on a connection that has answered one; then it is closed. A WebSocket is not such a
  /// connection.
  public var idleTimeLimit: Duration = .seconds(60)
  /// For the server to answer a request; then its connection is closed. Nobody waits longer than this for an answer.
  public var answerTimeLimit: Duration = .seconds(600)
  /// For a peer to take the next piece of an answer; then its connection is closed.
  public var stallTimeLimit: Duration = .seconds(60)

  /// Each by its default.
  public init() {}
}
