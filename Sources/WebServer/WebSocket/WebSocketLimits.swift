/// What the peer of a WebSocket may say, leave unread, and keep to itself.
public struct WebSocketLimits: Sendable {
  /// The largest message, in bytes. A longer one closes the socket with 1009.
  public var maximumMessageSize = 16 << 20
  /// What may wait for a peer that does not read, in bytes. More closes the socket with 1013.
  public var maximumQueuedSize = 64 << 20
  /// A silent peer is asked for a sign of life after half of this, and its socket closed after all of it.
  public var silenceTimeLimit: Duration = .seconds(30)

  /// Each by its default.
  public init() {}
}
