import DSBridgeText

/// A close frame that has arrived from a peer (RFC 6455, sections 5.5.1 and 7.4).
enum CloseFrame: Equatable {
  /// A frame that the server echoes. The code is 1005 if the frame has none (section 7.1.5).
  case valid(code: UInt16, reason: String)
  /// A malformed frame, and the code and reason with which the server answers it.
  case refused(code: UInt16, reason: String)

  init(body: UnsafeRawBufferPointer) {
    guard !body.isEmpty else {
      self = .valid(code: 1005, reason: "")
      return
    }
    guard body.count >= 2 else {
      self = .refused(code: 1002, reason: "a close frame has an incomplete code")
      return
    }
    let code = UInt16(body[0]) << 8 | UInt16(body[1])
    let reason = Array(body.dropFirst(2))
    if !Self.isAllowed(code) {
      self = .refused(code: 1002, reason: "the code \(code) is not allowed in a close frame")
    } else if (try? UTF8Span(validating: reason.span)) == nil {
      self = .refused(code: 1007, reason: "the reason in a close frame is not UTF-8")
    } else {
      self = .valid(code: code, reason: String(peer: reason))
    }
  }

  /// Returns whether a peer may send this code: 1004 to 1006 and 1015 are reserved, and all other codes below 3000 must
  /// be registered with IANA.
  private static func isAllowed(_ code: UInt16) -> Bool {
    switch code {
    case 1000...1003, 1007...1014, 3000...4999: true
    default: false
    }
  }
}
