/// An open WebSocket.
package struct WebSocketChannel: Sendable {
  package let connection: TCPConnection
  /// The bytes that were received together with the end of the opening handshake.
  let unread: [UInt8]

  /// Reads until the server closes the WebSocket or the connection ends. Must be called at most once. Answers pings and
  /// the server's close frame. Throws if the server violates the protocol.
  /// - Parameters:
  ///   - limit: The maximum size of a message, in bytes.
  ///   - take: A closure to call for each message: `.message` for a text message, `.binary` for a binary message.
  package func read(
    limit: Int = 1 << 31 - 1, _ take: (WebSocketSession.Event) async throws -> Void
  ) async throws -> CloseReason {
    var session = WebSocketSession(unread: unread, limit: limit)
    while true {
      while let event = try session.next() {
        switch event {
        case .message, .binary: try await take(event)
        case .ping(let payload):
          try await connection.send(WebSocketFrame(opcode: WebSocketFrame.pong, payload: payload).encoded())
        case .close(let payload, let ending):
          try? await connection.send(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload).encoded())
          return ending
        }
      }
      guard let bytes = try await connection.incoming.value() else { return CloseReason(code: 1006, reason: "") }
      session.read(bytes)
    }
  }
}
