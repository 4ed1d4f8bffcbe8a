import SnippetBridgeWebClient

/// The client side of a WebSocket (RFC 6455), with control over every WebSocket frame.
///
/// Answers pings and the server's close frame automatically. Validates everything that the server sends. A violation
/// ends the connection with ``TestPageError/violation(_:)``.
package final class WebSocketClient: Sendable {
  /// The received text messages. When the connection ends, the sequence throws ``TestPageError/closed(code:reason:)``
  /// or the violation.
  let messages: Inlet<String>
  /// The code and the reason with which the socket was closed. Delivers a single value.
  let ending: Inlet<CloseReason>
  let connection: TCPConnection

  private init(connection: TCPConnection, limit: Duration) {
    self.connection = connection
    messages = Inlet("a message on the socket", limit: limit)
    ending = Inlet("the socket to close", limit: limit)
  }

  deinit {
    connection.cut()
  }

  /// Opens a socket. Throws ``TestPageError/status(_:body:)`` if the server rejects the handshake.
  package static func open(
    _ server: HTTPExchange, target: String, subprotocol: String? = nil, headers: [(String, String)] = []
  ) async throws -> WebSocketClient {
    let connection = try await server.connect()
    do {
      let channel = try await WebSocketHandshake.open(
        on: connection, at: server.endpoint, target: target, subprotocol: subprotocol, headers: headers)
      let socket = WebSocketClient(connection: connection, limit: server.limit)
      socket.read(channel)
      return socket
    } catch {
      throw TestPageError.of(error)
    }
  }

  /// Sends a text message in `pieces` WebSocket frames of about equal size.
  package func send(_ text: String, pieces: Int = 1) async throws {
    let bytes = Array(text.utf8)
    var all: [UInt8] = []
    for index in 0..<pieces {
      let piece = Array(bytes[(bytes.count * index / pieces)..<(bytes.count * (index + 1) / pieces)])
      let opcode = index == 0 ? WebSocketFrame.text : WebSocketFrame.continuation
      all += WebSocketFrame(opcode: opcode, isFinal: index == pieces - 1, payload: piece).encoded()
    }
    try await send(raw: all)
  }

  /// Queues a text message without waiting. It is sent after all messages queued before. The connection ends if sending
  /// fails.
  func enqueue(_ text: String) {
    connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.text, payload: Array(text.utf8)).encoded())
  }

  /// Sends one WebSocket frame unchanged, valid or not.
  package func send(_ frame: WebSocketFrame, isMasked: Bool = true) async throws {
    try await send(raw: frame.encoded(isMasked: isMasked))
  }

  /// Sends bytes unchanged. They need not form WebSocket frames.
  package func send(raw bytes: [UInt8]) async throws {
    do { try await connection.send(bytes) } catch { throw TestPageError.of(error) }
  }

  /// Starts the closing handshake; the close frame has no code if `code` is `nil`. Call ``ended()`` to wait for
  /// completion.
  package func close(code: UInt16? = 1000, reason: String = "") async throws {
    let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array(reason.utf8) } ?? []
    try await send(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload))
  }

  /// Drops the connection without a closing handshake.
  package func cut() {
    connection.cut()
  }

  /// Returns the next text message. Throws if the connection has ended.
  package func receive() async throws -> String { try await messages.one() }

  /// Waits until the socket has ended. Call this function only once.
  package func ended() async throws -> CloseReason { try await ending.one() }
}

// MARK: Reading

extension WebSocketClient {
  private func read(_ channel: WebSocketChannel) {
    // The task does not capture the client. An unreferenced client is therefore deallocated, which cuts the connection
    // and ends this task.
    Task { [messages, ending] in
      var end = CloseReason(code: 1006, reason: "")
      var failure: (any Error)?
      do {
        end = try await channel.read { event in
          guard case .message(let text) = event else { throw TestPageError.violation("a binary message") }
          messages.put(text)
        }
      } catch {
        failure = TestPageError.of(error)
      }
      channel.connection.cut()
      messages.end(throwing: failure ?? TestPageError.closed(code: end.code, reason: end.reason))
      if failure == nil { ending.put(end) }
      ending.end(throwing: failure)
    }
  }
}
