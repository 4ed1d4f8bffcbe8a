import Foundation

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
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    var all = [
      ("Host", server.authority), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
      ("Sec-WebSocket-Version", "13"),
    ]
    if let subprotocol { all.append(("Sec-WebSocket-Protocol", subprotocol)) }
    all += headers
    let head = "GET \(target) HTTP/1.1\r\n" + all.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    try await connection.send(Array(head.utf8))
    var parser = HTTPReplyParser(isHead: false)
    while let bytes = try await connection.incoming.next() {
      guard let reply = try parser.read(bytes) else { continue }
      try check(reply, key: key, subprotocol: subprotocol)
      let socket = WebSocketClient(connection: connection, limit: server.limit)
      socket.start(WebSocketFrameReader(unread: parser.unread))
      return socket
    }
    let reply = try parser.end()
    throw TestPageError.status(reply.status, body: reply.text)
  }

  /// RFC 6455, section 4.1.
  private static func check(_ reply: HTTPReply, key: String, subprotocol: String?) throws {
    guard reply.status == 101 else { throw TestPageError.status(reply.status, body: reply.text) }
    let accept = Data(SHA1.hash(Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8))).base64EncodedString()
    guard reply["Upgrade"]?.lowercased() == "websocket", reply["Connection"]?.lowercased() == "upgrade",
      reply["Sec-WebSocket-Accept"] == accept
    else { throw TestPageError.violation("the opening handshake") }
    guard reply["Sec-WebSocket-Protocol"] == subprotocol else {
      throw TestPageError.violation("subprotocol \(reply["Sec-WebSocket-Protocol"] ?? "none")")
    }
    guard reply["Sec-WebSocket-Extensions"] == nil else { throw TestPageError.violation("an extension nobody offered") }
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
    try await connection.send(all)
  }

  /// Sends a text message after everything enqueued before, without waiting. A failure shows as the connection's end.
  func enqueue(_ text: String) {
    connection.enqueue(WebSocketFrame(opcode: WebSocketFrame.text, payload: Array(text.utf8)).encoded())
  }

  /// Sends one frame as it is, right or wrong.
  package func send(_ frame: WebSocketFrame, isMasked: Bool = true) async throws {
    try await connection.send(frame.encoded(isMasked: isMasked))
  }

  /// Sends bytes that need not be frames at all.
  package func send(raw bytes: [UInt8]) async throws {
    try await connection.send(bytes)
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
  private func start(_ reader: WebSocketFrameReader) {
    // Without the client itself, so that one nobody holds any more is freed, which cuts the connection and ends this.
    Task { [connection, messages, ending] in
      var session = WebSocketSession(reader: reader)
      var end = SocketEnding(code: 1006, reason: "")
      var failure: (any Error)?
      do {
        reading: while true {
          while let event = try session.next() {
            switch event {
            case .message(let text): messages.put(text)
            case .ping(let payload):
              try await connection.send(WebSocketFrame(opcode: WebSocketFrame.pong, payload: payload).encoded())
            case .close(let payload, let ending):
              end = ending
              try? await connection.send(WebSocketFrame(opcode: WebSocketFrame.close, payload: payload).encoded())
              break reading
            }
          }
          guard let bytes = try await connection.incoming.value() else { break }
          session.read(bytes)
        }
      } catch {
        failure = error
      }
      connection.cut()
      messages.end(throwing: failure ?? TestPageError.closed(code: end.code, reason: end.reason))
      if failure == nil { ending.put(end) }
      ending.end(throwing: failure)
    }
  }
}
