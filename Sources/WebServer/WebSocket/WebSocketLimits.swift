/// What the peer of a WebSocket may say, leave unread, and keep to itself.
public struct WebSocketLimits: Sendable {
  /// The largest message, in bytes. A longer one closes the socket with 1009.
  public var maximumMessageSize = 16 << 20
  /// What may wait for a peer that does not read, in bytes. More closes the socket with 1013.
  public var maximumQueuedSize = 64 << 20
  /// The time after which the socket of a silent peer is closed. The server sends a ping after a half to two thirds of
  /// this time.
  public var silenceTimeLimit: Duration = .seconds(30)
  /// The time without other messages after which the server sends a heartbeat to a page. A page that receives nothing
  /// for 2.5 times as long reports the connection as lost. With zero, the server sends no heartbeats.
  public var heartbeatInterval: Duration = .seconds(10)

  /// Each by its default.
  public init() {}
}
