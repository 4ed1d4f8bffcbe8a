/// What happens on one socket. All are called on the socket's loop, in order, and must not block.
package protocol WebSocketDelegate: AnyObject, Sendable {
  func opened(_ socket: WebSocket)
  /// One whole text message, valid UTF-8. (Binary messages are refused with 1003 before this.)
  func received(_ message: [UInt8], on socket: WebSocket)
  /// Called exactly once after `opened`. `code` is 1006 when the connection ended without a close frame.
  func closed(_ socket: WebSocket, code: UInt16, reason: String)
  /// Returns the text message for a peer that was sent nothing for the heartbeat interval, or `nil` to send none.
  func heartbeat(on socket: WebSocket) -> [UInt8]?
}

extension WebSocketDelegate {
  package func heartbeat(on socket: WebSocket) -> [UInt8]? { nil }
}
