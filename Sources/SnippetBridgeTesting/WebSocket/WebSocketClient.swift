import WebClient

/// The client side of one WebSocket (RFC 6455), with control over every frame.
///
/// Answers pings and the server's close by itself, and checks what the server sends; what is wrong ends the connection
/// with ``TestPageError/violation(_:)``.
package final class WebSocketClient: Sendable {
  /// Whole text messages. Ends when the connection does, by throwing ``TestPageError/closed(code:reason:)`` or a
  /// violation.
  let messages: Inlet<String>
  /// How it ended: one value.
  let ending: Inlet<SocketEnding>
  private let connection: TCPConnection

  private init(connection: TCPConnection, limit: Duration) {
    self.connection = connection
    messages = Inlet("a message on the socket", limit: limit)
    ending = Inlet("the socket to close", limit: limit)
  }

  deinit {
    connection.cut()
  }

  /// Opens a socket. Throws ``TestPageError/status(_:body:)`` when the server refuses.
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

  /// Sends a text message in `pieces` frames of about equal size.
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

  /// Sends a text message after everything enqueued before, without waiting. A failure shows as the connection's end.
  func enqueue(_ text: String) {
    connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.text, payload: Array(text.utf8)).encoded())
  }

  /// Sends one frame as it is, right or wrong.
  package func send(_ frame: WebSocketFrame, isMasked: Bool = true) async throws {
    try await send(raw: frame.encoded(isMasked: isMasked))
  }

  /// Sends bytes that need not be frames at all.
  package func send(raw bytes: [UInt8]) async throws {
    do { try await connection.send(bytes) } catch { throw TestPageError.of(error) }
  }

  /// Begins the closing handshake, where `code` is nil without one; ``ended()`` waits for its end.
  package func close(code: UInt16? = 1000, reason: String = "") async throws {
    let payload = code.map { [UInt8($0 >> 8), UInt8($0 & 255)] + Array(reason.utf8) } ?? []
    try await send(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload))
  }

  /// Drops the connection with no word of closing.
  package func cut() {
    connection.cut()
  }

  /// Stops reading, as a page does that is too slow.
  package func pauseReading() { connection.pauseReading() }
  package func resumeReading() { connection.resumeReading() }

  /// The next text message. Throws when the connection has ended.
  package func receive() async throws -> String { try await messages.one() }

  /// Waits for the end. May be asked once.
  package func ended() async throws -> SocketEnding { try await ending.one() }
}

// MARK: Reading

extension WebSocketClient {
  private func read(_ channel: WebSocketChannel) {
    // Without the client itself, so that one nobody holds any more is freed, which cuts the connection and ends this.
    Task { [messages, ending] in
      var end = SocketEnding(code: 1006, reason: "")
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
