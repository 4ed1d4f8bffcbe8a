/// How a socket ended (RFC 6455, section 7.1.5).
public struct SocketEnding: Sendable, Equatable {
  /// 1005: a close frame without a code; 1006: no close frame.
  public var code: UInt16
  /// What the server said about it.
  public var reason: String

  /// For comparing with.
  public init(code: UInt16, reason: String) {
    self.code = code
    self.reason = reason
  }
}
