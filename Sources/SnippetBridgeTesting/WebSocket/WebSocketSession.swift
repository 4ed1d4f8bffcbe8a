/// Puts frames together into what a client has to act on (RFC 6455, sections 5.4 and 5.5). Pure.
struct WebSocketSession {
  enum Event {
    case message(String)
    case ping([UInt8])
    /// `payload` is what to answer with.
    case close(payload: [UInt8], SocketEnding)
  }

  private var reader: WebSocketFrameReader
  /// The pieces of a text message so far; nil between messages.
  private var pieces: [UInt8]?

  init(reader: WebSocketFrameReader) {
    self.reader = reader
  }

  mutating func read(_ bytes: [UInt8]) {
    reader.read(bytes)
  }

  mutating func next() throws -> Event? {
    while let frame = try reader.next() {
      switch frame.opcode {
      case WebSocketFrame.ping: return .ping(frame.payload)
      case WebSocketFrame.pong: continue
      case WebSocketFrame.close: return try close(frame.payload)
      case WebSocketFrame.binary: throw TestPageError.violation("a binary message")
      case WebSocketFrame.text where pieces != nil: throw TestPageError.violation("a message inside of another")
      case WebSocketFrame.continuation where pieces == nil: throw TestPageError.violation("a piece of no message")
      default: break
      }
      let message = (pieces ?? []) + frame.payload
      pieces = frame.isFinal ? nil : message
      guard frame.isFinal else { continue }
      guard let text = String(validating: message, as: UTF8.self) else {
        throw TestPageError.violation("text that is not UTF-8")
      }
      return .message(text)
    }
    return nil
  }

  private func close(_ payload: [UInt8]) throws -> Event {
    guard payload.count >= 2 else {
      guard payload.isEmpty else { throw TestPageError.violation("half a close code") }
      return .close(payload: [], SocketEnding(code: 1005, reason: ""))
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard let reason = String(validating: payload[2...], as: UTF8.self) else {
      throw TestPageError.violation("a close reason that is not UTF-8")
    }
    // Section 7.4: 1005, 1006 and 1015 are never sent, and what is below 1000 or from 5000 on means nothing.
    guard (1000...4999).contains(code), ![1004, 1005, 1006, 1015].contains(code) else {
      throw TestPageError.violation("close code \(code)")
    }
    return .close(payload: Array(payload.prefix(2)), SocketEnding(code: code, reason: reason))
  }
}
