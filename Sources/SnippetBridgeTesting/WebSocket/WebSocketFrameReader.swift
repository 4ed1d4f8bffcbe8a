/// Cuts frames out of what a server sends, and refuses what a server may not send (RFC 6455, section 5).
struct WebSocketFrameReader {
  private var unread: [UInt8]

  /// `unread`: what came with the end of the opening handshake.
  init(unread: [UInt8]) {
    self.unread = unread
  }

  mutating func read(_ bytes: [UInt8]) {
    unread += bytes
  }

  /// The next whole frame; nil when more bytes are needed.
  mutating func next() throws -> WebSocketFrame? {
    guard unread.count >= 2 else { return nil }
    let (first, second) = (unread[0], unread[1])
    guard first & 0x70 == 0 else { throw TestPageError.violation("a frame with reserved bits") }
    guard second & 0x80 == 0 else { throw TestPageError.violation("a masked frame from the server") }
    let opcode = first & 0x0F
    guard opcode <= 2 || (8...10).contains(opcode) else { throw TestPageError.violation("opcode \(opcode)") }
    let isFinal = first & 0x80 != 0
    var length = UInt64(second)
    var start = 2
    let extra = second == 126 ? 2 : second == 127 ? 8 : 0
    if extra > 0 {
      guard unread.count >= 2 + extra else { return nil }
      start += extra
      length = unread[2..<start].reduce(0) { $0 << 8 | UInt64($1) }
      let shorter: UInt64 = extra == 2 ? 126 : 65_536
      guard length >= shorter, length < 1 << 31 else { throw TestPageError.violation("a frame of length \(length)") }
    }
    if opcode >= 8, !isFinal || length > 125 { throw TestPageError.violation("a control frame in pieces or too long") }
    let end = start + Int(length)
    guard unread.count >= end else { return nil }
    let frame = WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: Array(unread[start..<end]))
    unread.removeFirst(end)
    return frame
  }
}
