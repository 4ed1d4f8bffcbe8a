import DSBridgeText

/// Assembles WebSocket frames into events for a client (RFC 6455, sections 5.4 and 5.5). Does no I/O.
package struct WebSocketSession: Sendable {
  package enum Event: Sendable, Equatable {
    case message(String)
    /// A complete binary message, whose content is discarded.
    case binary
    case ping([UInt8])
    /// A close frame. `payload` is the payload for the close frame to send in reply.
    case close(payload: [UInt8], CloseReason)
  }

  private var reader: WebSocketFrameReader
  /// The maximum size of a message, in bytes.
  private let limit: Int
  /// The opcode of the incomplete message, or `nil` between messages. `message` contains the payload received so far.
  private var opcode: UInt8?
  private var message: [UInt8] = []

  /// Creates a session.
  /// - Parameter limit: The maximum size of a message, in bytes. A larger message is rejected before it is read.
  package init(reader: WebSocketFrameReader, limit: Int = 1 << 31 - 1) {
    self.reader = reader
    self.limit = limit
    self.reader.limit = limit
  }

  package mutating func read(_ bytes: [UInt8]) {
    reader.read(bytes)
  }

  package mutating func next() throws -> Event? {
    while let frame = try reader.next() {
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
      reader.limit = limit - message.count
      if frame.isFinal { return try whole() }
    }
    return nil
  }

  private mutating func whole() throws -> Event {
    defer {
      opcode = nil
      message = []
      reader.limit = limit
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
