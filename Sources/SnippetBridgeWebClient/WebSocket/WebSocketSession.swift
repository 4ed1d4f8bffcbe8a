import DSBridgeText

/// Splits a server's bytes into WebSocket frames, and assembles these into events for a client (RFC 6455, section 5).
/// Rejects frames that a server must not send. Does no I/O.
package struct WebSocketSession: Sendable {
  package enum Event: Sendable, Equatable {
    case message(String)
    /// A complete binary message, whose content is discarded.
    case binary
    case ping([UInt8])
    /// A close frame. `payload` is the payload for the close frame to send in reply.
    case close(payload: [UInt8], CloseReason)
  }

  private var buffer: [UInt8]
  private var position = 0
  /// The maximum size of a message, in bytes.
  private let limit: Int
  /// The opcode of the incomplete message, or `nil` between messages. `message` contains the payload received so far.
  private var opcode: UInt8?
  private var message: [UInt8] = []

  /// Creates a session.
  /// - Parameters:
  ///   - unread: Bytes that were received together with the end of the opening handshake.
  ///   - limit: The maximum size of a message, in bytes. A larger message is rejected before it is read.
  package init(unread: [UInt8] = [], limit: Int = 1 << 31 - 1) {
    buffer = unread
    self.limit = limit
  }

  package mutating func read(_ bytes: [UInt8]) {
    buffer.removeFirst(position)
    position = 0
    buffer += bytes
  }

  package mutating func next() throws -> Event? {
    while let frame = try nextFrame() {
      switch frame.opcode {
      case WebSocketFrame.ping: return .ping(frame.payload)
      case WebSocketFrame.pong: continue
      case WebSocketFrame.close: return try close(frame.payload)
      case WebSocketFrame.continuation:
        guard opcode != nil else { throw WebClientError.violation("a continuation frame without a message") }
      default:
        guard opcode == nil else { throw WebClientError.violation("a new message inside a fragmented message") }
        opcode = frame.opcode
      }
      message += frame.payload
      if frame.isFinal { return try whole() }
    }
    return nil
  }

  /// Returns the next complete WebSocket frame, or `nil` if more bytes are needed.
  mutating func nextFrame() throws -> WebSocketFrame? {
    let unread = buffer[position...]
    guard unread.count >= 2 else { return nil }
    let (first, second) = (unread[position], unread[position + 1])
    guard first & 0x70 == 0 else { throw WebClientError.violation("a WebSocket frame with reserved bits") }
    guard second & 0x80 == 0 else { throw WebClientError.violation("a masked WebSocket frame from the server") }
    let opcode = first & 0x0F
    guard opcode <= 2 || (8...10).contains(opcode) else {
      throw WebClientError.violation("a WebSocket frame with the unknown opcode \(opcode)")
    }
    let isFinal = first & 0x80 != 0
    var length = UInt64(second)
    var start = position + 2
    let extra = second == 126 ? 2 : second == 127 ? 8 : 0
    if extra > 0 {
      guard unread.count >= 2 + extra else { return nil }
      length = unread[start..<(start + extra)].reduce(0) { $0 << 8 | UInt64($1) }
      start += extra
      let shorter: UInt64 = extra == 2 ? 126 : 65_536
      guard length >= shorter, length < 1 << 63 else {
        throw WebClientError.violation("a WebSocket frame with the invalid length \(length)")
      }
    }
    if opcode >= 8 {
      guard isFinal, length <= 125 else {
        throw WebClientError.violation("a WebSocket control frame that is fragmented or too long")
      }
    } else if length > UInt64(max(0, limit - message.count)) {
      // The message is rejected before the payload of the frame is read.
      throw WebClientError.tooLarge("a message exceeds its size limit")
    }
    let end = start + Int(length)
    guard buffer.count >= end else { return nil }
    position = end
    return WebSocketFrame(opcode: opcode, isFinal: isFinal, payload: Array(buffer[start..<end]))
  }

  private mutating func whole() throws -> Event {
    defer {
      opcode = nil
      message = []
    }
    if opcode == WebSocketFrame.binary { return .binary }
    guard let text = String(validating: message, as: UTF8.self) else { throw WebClientError.text }
    return .message(String(streamSafe: text))
  }

  private func close(_ payload: [UInt8]) throws -> Event {
    guard payload.count >= 2 else {
      guard payload.isEmpty else { throw WebClientError.violation("an incomplete close code") }
      return .close(payload: [], CloseReason(code: 1005, reason: ""))
    }
    let code = UInt16(payload[0]) << 8 | UInt16(payload[1])
    guard let reason = String(validating: payload[2...], as: UTF8.self) else {
      throw WebClientError.violation("a close reason that is not UTF-8")
    }
    // The codes 1005, 1006 and 1015 must not be sent, and 1004 is reserved. Codes outside 1000 to 4999 are undefined
    // (section 7.4).
    guard (1000...4999).contains(code), ![1004, 1005, 1006, 1015].contains(code) else {
      throw WebClientError.violation("the invalid close code \(code)")
    }
    return .close(payload: Array(payload.prefix(2)), CloseReason(code: code, reason: String(streamSafe: reason)))
  }
}

extension WebClientError {
  fileprivate static var text: WebClientError { .violation("text that is not UTF-8") }

  /// The close code that the client sends after this error (RFC 6455, section 7.4.1).
  var closeCode: UInt16 {
    switch self {
    case .text: 1007
    case .tooLarge: 1009
    case .violation: 1002
    default: 1001
    }
  }
}
