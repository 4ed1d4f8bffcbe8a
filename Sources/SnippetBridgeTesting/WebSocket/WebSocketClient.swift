import SnippetBridgeWebClient

/// The client side of one WebSocket (RFC 6455), with control over every WebSocket frame.
///
/// Answers pings and the server's close automatically. Checks everything that the server sends; a violation ends the
/// connection with ``TestPageError/violation(_:)``.
package final class WebSocketClient: Sendable {
  /// The received text messages. Ends with the connection, by throwing ``TestPageError/closed(code:reason:)`` or a
  /// violation.
  let messages: Inlet<String>
  /// The code and the reason with which the socket ends: a single value.
  let ending: Inlet<CloseReason>
  private let connection: TCPConnection

  private init(connection: TCPConnection, limit: Duration) {
    self.connection = connection
    messages = Inlet("a message on the socket", limit: limit)
    ending = Inlet("the socket to close", limit: limit)
  }

  deinit {
    connection.cut()
  }

  /// Opens a socket. Throws ``TestPageError/status(_:body:)`` if the server refuses.
  package static func open(
    _ server: HTTPExchange, target: String, subprotocol: String? = nil, headers: [(String, String)] = []
  ) async throws -> WebSocketClient {
    let connection = try await server.connect()
    do {
      let channel = try await WebSocketHandshake(subprotocol: subprotocol).open(
        on: connection, at: server.endpoint, target: target, headers: headers)
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

  /// Queues a text message after everything queued before, without waiting. If sending fails, the connection ends.
  func enqueue(_ text: String) {
    connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.text, payload: Array(text.utf8)).encoded())
  }

  /// Sends one WebSocket frame unchanged, valid or not.
  package func send(_ frame: WebSocketFrame, isMasked: Bool = true) async throws {
    try await send(raw: frame.encoded(isMasked: isMasked))
  }

  /// Sends bytes that need not be WebSocket frames.
  package func send(raw bytes: [UInt8]) async throws {
    do { try await connection.send(bytes) } catch { throw TestPageError.of(error) }
  }

  /// Starts the closing handshake, without a code if `code` is `nil`. ``ended()`` waits for the end of the handshake.
  package func close(code: UInt16? = 1000, reason: String = "") async throws {
    let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array(reason.utf8) } ?? []
    try await send(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload))
  }

  /// Drops the connection without a closing handshake.
  package func cut() {
    connection.cut()
  }

  /// Stops reading, like a page that is too slow.
  package func pauseReading() { connection.pauseReading() }
  package func resumeReading() { connection.resumeReading() }

  /// Returns the next text message. Throws if the connection has ended.
  package func receive() async throws -> String { try await messages.one() }

  /// Waits for the end of the socket. May be called once.
  package func ended() async throws -> CloseReason { try await ending.one() }
}

// MARK: Reading

extension WebSocketClient {
  private func read(_ channel: WebSocketChannel) {
    // The task does not capture the client. So an unreferenced client is released, which cuts the connection and ends
    // this task.
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
