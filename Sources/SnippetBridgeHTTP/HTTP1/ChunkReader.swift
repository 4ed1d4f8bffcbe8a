import DSBridgeText

/// An incremental reader for a chunked body, up to its trailers (RFC 9112, section 7.1).
///
/// Chunk extensions are checked and dropped. White space inside an extension (`BWS`) is rejected. In a response, white
/// space after a size and line ends without CR are repaired.
struct ChunkReader: Sendable {
  enum Result {
    case incomplete
    case content(Range<Int>)
    /// The line of the last chunk was read. Trailers are expected next.
    case last
  }

  private enum State {
    case size(digits: Int)
    case padding(blanks: Int)
    case extensionName(isEmpty: Bool)
    case extensionValue
    case token
    case quoted
    case escaped
    case afterQuoted
    case lineEnd
    case data
    case dataEnd
    case dataLineEnd
  }

  private let kind: MessageKind
  private var state = State.size(digits: 0)
  /// Indicates whether a fault was repaired.
  private(set) var isRepaired = false
  private var left = 0
  /// The maximum size of the body, in bytes; `bodySize` is the size so far.
  private let bodyLimit: Int
  private var bodySize = 0
  /// The number of bytes still allowed for the extensions of this body.
  private var extensionAllowance: Int

  init(_ kind: MessageKind, limits: MessageLimits) {
    self.kind = kind
    bodyLimit = limits.body
    extensionAllowance = limits.chunkExtensions
  }

  mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Result {
    while offset < bytes.count {
      if case .data = state {
        let range = offset..<(offset + min(left, bytes.count - offset))
        left -= range.count
        bodySize += range.count
        if left == 0 { state = .dataEnd }
        offset = range.upperBound
        return .content(range)
      }
      let byte = bytes[offset]
      if byte == .lineFeed, lacksReturn {
        isRepaired = true
        try take(.carriageReturn)
      }
      if case .lineEnd = state, byte == .lineFeed, left == 0 {
        offset += 1
        return .last
      }
      try take(byte)
      offset += 1
    }
    return .incomplete
  }

  /// Indicates whether a missing CR before LF is repaired in this state.
  private var lacksReturn: Bool {
    switch state {
    case .lineEnd, .dataLineEnd, .quoted, .escaped, .data: false
    default: kind == .response
    }
  }

  private mutating func take(_ byte: UInt8) throws(MessageFailure) {
    switch state {
    case .size(let digits):
      if let digit = byte.hexadecimalDigit { return try takeDigit(Int(digit), after: digits) }
      guard digits > 0 else { throw .unexpected(byte, in: "a chunk's size") }
      try takeEndOfSize(byte, blanks: 0)
    case .padding(let blanks): try takeEndOfSize(byte, blanks: blanks)
    case .lineEnd where byte == .lineFeed: state = .data
    case .lineEnd: throw .unexpected(byte, in: "a chunk's first line")
    case .data: break
    case .dataEnd where byte == .carriageReturn: state = .dataLineEnd
    case .dataEnd: throw .malformed("A chunk is longer than its size.")
    case .dataLineEnd where byte == .lineFeed: state = .size(digits: 0)
    case .dataLineEnd: throw .unexpected(byte, in: "a chunk's end")
    default: try takeExtension(byte)
    }
  }

  /// Reads a digit of a size. Including leading zeros, a size may have at most as many hexadecimal digits as an `Int`.
  private mutating func takeDigit(_ digit: Int, after digits: Int) throws(MessageFailure) {
    guard digits < Int.bitWidth / 4, left <= Int.max >> 4 else { throw .malformed("A chunk's size is out of range.") }
    left = left << 4 | digit
    guard left <= bodyLimit - bodySize else { throw .bodyTooLarge(bodyLimit) }
    state = .size(digits: digits + 1)
  }

  /// Reads a byte after a size. Some servers pad a size to a fixed number of bytes.
  private mutating func takeEndOfSize(_ byte: UInt8, blanks: Int) throws(MessageFailure) {
    if kind == .response, byte.isBlank, blanks < Int.bitWidth / 4 {
      state = .padding(blanks: blanks + 1)
      isRepaired = true
    } else {
      state = try afterExtension(byte, in: "a chunk's size")
      try count(byte)
    }
  }

  /// Reads a byte of an extension: `;name`, `;name=token` or `;name="quoted"` (section 7.1.1).
  private mutating func takeExtension(_ byte: UInt8) throws(MessageFailure) {
    let place = "a chunk's extension"
    switch state {
    case .extensionName where byte.isToken: state = .extensionName(isEmpty: false)
    case .extensionName(isEmpty: false) where byte == UInt8(ascii: "="): state = .extensionValue
    case .extensionValue where byte.isToken: state = .token
    case .extensionValue where byte == UInt8(ascii: "\""): state = .quoted
    case .token where byte.isToken: break
    case .quoted where byte == UInt8(ascii: "\""): state = .afterQuoted
    case .quoted where byte == UInt8(ascii: "\\"): state = .escaped
    case .quoted where byte.isFieldValue, .escaped where byte.isFieldValue: state = .quoted
    case .extensionName(isEmpty: true), .extensionValue, .quoted, .escaped: throw .unexpected(byte, in: place)
    default: state = try afterExtension(byte, in: place)
    }
    try count(byte)
  }

  /// Subtracts an extension's byte from the allowance. The CR after an extension is not counted.
  private mutating func count(_ byte: UInt8) throws(MessageFailure) {
    if byte != .carriageReturn { extensionAllowance -= 1 }
    guard extensionAllowance >= 0 else { throw .malformed("The chunk extensions are too long.") }
  }

  private func afterExtension(_ byte: UInt8, in place: String) throws(MessageFailure) -> State {
    switch byte {
    case UInt8(ascii: ";"): .extensionName(isEmpty: true)
    case .carriageReturn: .lineEnd
    default: throw .unexpected(byte, in: place)
    }
  }
}
