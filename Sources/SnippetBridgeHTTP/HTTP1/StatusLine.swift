/// An incremental parser for a status line: `HTTP/1.1 SP status SP reason CRLF` (RFC 9112, section 4).
///
/// The space after the status may be missing if there is no reason phrase, because some servers omit it. The CR may be
/// missing too.
struct StatusLine: Sendable {
  /// The number of bytes scanned. All positions are relative to the line's first byte.
  private(set) var count = 0
  private(set) var minorVersion = 0
  private(set) var status = 0
  private var reasonEnd = 0
  /// Whether this status line, or the status line of an interim response, had no CR.
  private(set) var isRepaired: Bool

  private static let reasonStart = 13

  init(isRepaired: Bool = false) { self.isRepaired = isRepaired }

  /// Continues scanning the line that begins at `start`, up to `end`. Returns `true` when the line is complete.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(MessageFailure) -> Bool {
    while start + count < end {
      if try take(bytes[start + count]) { return true }
    }
    return false
  }

  /// Reads a byte. Returns `true` if it was the last byte of the line.
  private mutating func take(_ byte: UInt8) throws(MessageFailure) -> Bool {
    defer { count += 1 }
    switch count {
    case 0 where byte == UInt8(ascii: "H"), 1 where byte == UInt8(ascii: "T"), 2 where byte == UInt8(ascii: "T"),
      3 where byte == UInt8(ascii: "P"), 4 where byte == UInt8(ascii: "/"), 5 where byte == UInt8(ascii: "1"),
      6 where byte == UInt8(ascii: "."), 8 where byte == .space:
      break
    case 7 where byte.isDigit: minorVersion = byte == UInt8(ascii: "0") ? 0 : 1
    case 9...11 where byte.isDigit: status = status * 10 + Int(byte - 0x30)
    case 12 where byte == .space: break
    case 12... where byte == .carriageReturn && reasonEnd == 0: reasonEnd = count
    case 13... where reasonEnd == 0 && byte.isFieldValue: break
    case 12... where byte == .lineFeed:
      if reasonEnd == 0 {
        reasonEnd = count
        isRepaired = true
      }
      guard (100...599).contains(status) else { throw .malformed("The status \(status) is out of range.") }
      return true
    default: throw .unexpected(byte, in: "the status line")
    }
    return false
  }

  /// Returns the reason phrase of the complete line, which begins at the first byte.
  func reason(_ bytes: Span<UInt8>) -> String {
    reasonEnd <= Self.reasonStart ? "" : bytes.text(Self.reasonStart..<reasonEnd)
  }
}
