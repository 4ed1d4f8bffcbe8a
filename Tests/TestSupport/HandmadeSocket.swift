import Foundation
import SnippetBridgeWebClient

/// The server's side of a WebSocket, with control over every WebSocket frame, valid or not. Its functions block.
package struct HandmadeSocket: Sendable {
  package let link: HandmadeUpstream.Link

  /// Reads the opening handshake and answers it.
  /// - Parameters:
  ///   - more: Additional bytes, sent with the response.
  ///   - answer: Changes the correct response before it is sent.
  package init(
    _ link: HandmadeUpstream.Link, _ upstream: HandmadeUpstream, more: [UInt8] = [],
    answer: (String) -> String = { $0 }
  ) throws {
    try self.init(link, head: try upstream.readRequest(link) ?? "", more: more, answer: answer)
  }

  /// Answers a handshake whose head was already read.
  package init(
    _ link: HandmadeUpstream.Link, head: String, more: [UInt8] = [], answer: (String) -> String = { $0 }
  ) throws {
    self.link = link
    let key = head.headerValue("Sec-WebSocket-Key") ?? ""
    let right =
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: WebSocket\r\nConnection: keep-alive, Upgrade\r\n"
      + "Sec-WebSocket-Accept: \(WebSocketHandshake.accept(key))\r\n\r\n"
    try link.send(Array(answer(right).utf8) + more)
  }

  package func send(_ opcode: UInt8, _ payload: [UInt8] = [], isFinal: Bool = true, isMasked: Bool = false) throws {
    try link.send(WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: payload).encoded(isMasked: isMasked))
  }

  package func send(_ text: String) throws { try send(WebSocketFrame.text, Array(text.utf8)) }

  package func send(raw bytes: [UInt8]) throws { try link.send(bytes) }

  /// Reads the client's next WebSocket frame, which must be masked and short. Returns `nil` at the end.
  package func read() -> (opcode: UInt8, payload: [UInt8])? {
    guard let head = try? link.read(2), head[1] & 0x80 != 0, case let count = Int(head[1] & 0x7F), count < 126,
      let mask = try? link.read(4), let payload = try? link.read(count)
    else { return nil }
    return (head[0] & 0x0F, payload.enumerated().map { $1 ^ mask[$0 % 4] })
  }

  /// Reads up to the client's close and returns its code, or `nil` if the close has no code.
  package func readClose() -> UInt16? {
    while let (opcode, payload) = read() {
      if opcode == WebSocketFrame.close, payload.count >= 2 { return UInt16(payload[0]) << 8 | UInt16(payload[1]) }
    }
    return nil
  }

  package func cut() { link.cut() }
  package func waitForEnd() -> Bool { link.waitForEnd() }
}
