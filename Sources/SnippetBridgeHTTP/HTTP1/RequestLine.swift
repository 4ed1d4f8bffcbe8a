import HTTPTypes

/// An incremental parser for a request line: `method SP target SP HTTP/1.1 CRLF` (RFC 9112, section 3).
///
/// Additional white space, which section 3 allows a server to accept, is rejected.
struct RequestLine: Sendable {
  /// The number of bytes scanned. All positions below are relative to the line's first byte.
  private(set) var count = 0
  /// The ends of the method and the target; 0 until they are known.
  private var methodEnd = 0
  private var targetEnd = 0
  private var majorVersion: UInt8 = 0
  private var minorVersion: UInt8 = 0

  /// Continues scanning the line that begins at `start`, up to `end`. Returns `true` when the line is complete.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(MessageFailure) -> Bool {
    var index = start + count
    defer { count = index - start }
    // The accesses below are unchecked, because `index` is at least 0 and below `end`, which is not above
    // `bytes.count`.
    precondition(start >= 0 && end <= bytes.count)
    if methodEnd == 0 {
      while index < end, bytes[unchecked: index].isToken { index += 1 }
      guard index < end else { return false }
      guard bytes[unchecked: index] == .space, index > start else {
        throw .unexpected(bytes[unchecked: index], in: "the method")
      }
      methodEnd = index - start
      index += 1
    }
    if targetEnd == 0 {
      while index < end, bytes[unchecked: index].isTarget { index += 1 }
      guard index < end else { return false }
      guard bytes[unchecked: index] == .space, index - start > methodEnd + 1 else {
        throw .unexpected(bytes[unchecked: index], in: "the target")
      }
      targetEnd = index - start
      index += 1
    }
    let version = start + targetEnd + 1
    while index < end {
      let byte = bytes[unchecked: index]
      switch index - version {
      case 0 where byte == UInt8(ascii: "H"), 1 where byte == UInt8(ascii: "T"), 2 where byte == UInt8(ascii: "T"),
        3 where byte == UInt8(ascii: "P"), 4 where byte == UInt8(ascii: "/"), 6 where byte == UInt8(ascii: "."),
        8 where byte == .carriageReturn:
        break
      case 5 where byte.isDigit: majorVersion = byte - 0x30
      case 7 where byte.isDigit: minorVersion = byte - 0x30
      case 9 where byte == .lineFeed:
        index += 1
        return true
      default: throw .unexpected(byte, in: "the version")
      }
      index += 1
    }
    return false
  }

  /// Returns the head without fields. The line must be complete.
  func head(_ bytes: Span<UInt8>, from start: Int) throws(MessageFailure) -> RequestHead {
    guard majorVersion == 1 else {
      throw MessageFailure(.httpVersionNotSupported, "This server supports only HTTP/1.1.")
    }
    let method = try method(bytes.extracting(start..<(start + methodEnd)))
    // CONNECT uses a different form of target. Status 405 is not possible, because it would have to list the methods
    // that the target allows.
    if method == .connect { throw MessageFailure(.notImplemented, "This server does not support CONNECT.") }
    guard let target = RequestTarget(checked: bytes.text((start + methodEnd + 1)..<(start + targetEnd))),
      target.raw != "*" || method == .options
    else { throw .malformed("The request target is not valid for the method.") }
    return RequestHead(method: method, target: target, minorVersion: minorVersion == 0 ? 0 : 1)
  }

  private func method(_ bytes: Span<UInt8>) throws(MessageFailure) -> HTTPRequest.Method {
    let (g, e, t) = (UInt8(ascii: "G"), UInt8(ascii: "E"), UInt8(ascii: "T"))
    if bytes.count == 3, bytes[0] == g, bytes[1] == e, bytes[2] == t { return .get }
    guard let method = HTTPRequest.Method(bytes.text(0..<bytes.count)) else {
      throw .malformed("The request has no method.")
    }
    return method
  }
}
