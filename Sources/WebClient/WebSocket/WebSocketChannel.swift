/// A WebSocket that is open.
package struct WebSocketChannel: Sendable {
  package let connection: TCPConnection
  private let unread: [UInt8]

  /// `unread`: what came with the end of the opening handshake.
  init(_ connection: TCPConnection, unread: [UInt8]) {
    self.connection = connection
    self.unread = unread
  }

  /// Reads until the server closes or the connection ends, once. Answers pings and the server's close. Throws what is
  /// wrong with what the server sends.
  /// - Parameters:
  ///   - limit: bytes of a message.
  ///   - take: gets the messages: texts, and `.binary`.
  package func read(
    limit: Int = 1 << 31 - 1, _ take: (WebSocketSession.Event) async throws -> Void
  ) async throws -> SocketEnding {
    var session = WebSocketSession(reader: WebSocketFrameReader(unread: unread), limit: limit)
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
      guard let bytes = try await connection.incoming.value() else { return SocketEnding(code: 1006, reason: "") }
      session.read(bytes)
    }
  }
}
