/// Limits on the size of a request, and time limits for the request, its response and the idle time before the next
/// request.
public struct HTTPLimits: Sendable {
  /// The maximum size of a request line as sent, in bytes, including its line end; 12 kB by default. A longer line is
  /// answered with 414.
  public var maximumRequestLineSize = 12 << 10
  /// The maximum size of the request line and the fields as sent, in bytes; 16 kB by default. A larger head is
  /// answered with 431.
  public var maximumHeadSize = 16 << 10
  /// The maximum number of fields in a head; 64 by default. A head with more fields is answered with 431.
  public var maximumFieldCount = 64
  /// The maximum size of a body, in bytes; 16 MB and 64 kB by default. A longer body is answered with 413.
  public var maximumBodySize = (16 << 20) + (64 << 10)
  /// The maximum total size of all arriving bodies and unfinished WebSocket messages, in bytes; 256 MB by default. The
  /// first 16 kB of each body and message are not counted. A body that exceeds the limit is answered with 503, and a
  /// WebSocket is closed with code 1013.
  public var maximumTotalBodySize = 256 << 20
  /// The time limit for a request's head, and then for each ``minimumBodyProgress`` of its body; 15 s by default. The
  /// time starts when the connection is opened or, over TLS, when the handshake is complete. For later requests, it
  /// starts when the request begins. A slower request is answered with 408.
  public var headTimeLimit: Duration = .seconds(15)
  /// The minimum number of body bytes that must arrive in each ``headTimeLimit``, unless the body ends; 64 kB by
  /// default. A slower body is answered with 408.
  public var minimumBodyProgress = 64 << 10
  /// The time limit for a whole body, regardless of how steadily it arrives; 600 s by default. A slower body is
  /// answered with 408.
  public var bodyTimeLimit: Duration = .seconds(600)
  /// The time limit for the next request to begin on a connection after a response; 60 s by default. The connection is
  /// then closed. Does not apply to WebSockets.
  public var idleTimeLimit: Duration = .seconds(60)
  /// The time limit for the server to answer a request; 600 s by default. The connection is then closed, so that the
  /// client does not wait longer.
  public var answerTimeLimit: Duration = .seconds(600)
  /// The time limit for a peer to accept the next piece of a response; 60 s by default. The connection is then
  /// closed.
  public var stallTimeLimit: Duration = .seconds(60)

  /// Creates the default limits.
  public init() {}
}
