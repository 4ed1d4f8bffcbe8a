/// Cuts frames out of what a server sends, and refuses what a server may not send (RFC 6455, section 5).
package struct WebSocketFrameReader: Sendable {
  private var buffer: [UInt8]
  private var position = 0
  /// Bytes of the next frame's payload. What is more is refused before it is read.
  var limit: Int

  /// `unread`: what came with the end of the opening handshake.
  package init(unread: [UInt8], limit: Int = 1 << 31 - 1) {
    buffer = unread
    self.limit = limit
  }

  package mutating func read(_ bytes: [UInt8]) {
    buffer.removeFirst(position)
    position = 0
    buffer += bytes
  }

  /// The next whole frame; nil when more bytes are needed.
  package mutating func next() throws -> WebSocketFrame? {
    let unread = buffer[position...]
    guard unread.count >= 2 else { return nil }
    let (first, second) = (unread[position], unread[position + 1])
    guard first & 0x70 == 0 else { throw WebClientError.violation("a frame with reserved bits") }
    guard second & 0x80 == 0 else { throw WebClientError.violation("a masked frame from the server") }
    let opcode = first & 0x0F
    guard opcode <= 2 || (8...10).contains(opcode) else { throw WebClientError.violation("opcode \(opcode)") }
    let isFinal = first & 0x80 != 0
    var length = UInt64(second)
    var start = position + 2
    let extra = second == 126 ? 2 : second == 127 ? 8 : 0
    if extra > 0 {
      guard unread.count >= 2 + extra else { return nil }
      length = unread[start..<(start + extra)].reduce(0) { $0 << 8 | UInt64($1) }
      start += extra
      let shorter: UInt64 = extra == 2 ? 126 : 65_536
      guard length >= shorter, length < 1 << 63 else { throw WebClientError.violation("a frame of length \(length)") }
    }
    if opcode >= 8 {
      guard isFinal, length <= 125 else { throw WebClientError.violation("a control frame in pieces or too long") }
    } else if length > UInt64(max(0, limit)) {
      throw WebClientError.tooLarge("a message has more bytes than it may")
    }
    let end = start + Int(length)
    guard buffer.count >= end else { return nil }
    position = end
    return WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: Array(buffer[start..<end]))
  }
}
