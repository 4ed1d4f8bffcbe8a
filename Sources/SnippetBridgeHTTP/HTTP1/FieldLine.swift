/// A scanner for one line of a head or of trailers: `name: value CRLF`, or only CRLF for the last line (RFC 9112,
/// section 5). The bytes of a line may arrive in pieces.
///
/// A line of a request that begins with white space is rejected, both after the request line (section 2.2) and as the
/// continuation of a folded field (section 5.2). Other parsers join it with the previous line, and disagree about the
/// meaning. In a response, folded lines, white space before the colon and line ends without CR are repaired.
struct FieldLine: Sendable {
  struct Complete {
    let name: Range<Int>
    /// The value without surrounding white space. If ``isFolded``, it contains line ends, which stand for spaces.
    let value: Range<Int>
    /// The index after the line end.
    let end: Int
    let isFolded: Bool
    /// Indicates whether the line deviates from the grammar.
    let isRepaired: Bool

    /// Whether this is the empty line that ends the head or the trailers.
    var isLast: Bool { name.isEmpty }
  }

  private let kind: MessageKind
  /// The number of bytes that have been scanned, from the line's first byte.
  private var scanned = 0
  /// The index of the name's end from the line's first byte; 0 until it is found.
  private var nameEnd = 0
  /// The colon's index from the line's first byte; 0 until it is found.
  private var colon = 0
  private var isFolded = false

  init(_ kind: MessageKind) { self.kind = kind }

  /// Continues scanning the line that begins at `start`, up to `end`. Returns nil if more bytes are needed.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(MessageFailure) -> Complete? {
    var index = start + scanned
    defer { scanned = index - start }
    // The accesses below are unchecked, because `index` is at least 0 and below `end`, which is not above
    // `bytes.count`.
    precondition(start >= 0 && end <= bytes.count)
    if colon == 0 {
      if nameEnd == 0 {
        while index < end, bytes[unchecked: index].isToken { index += 1 }
        guard index < end else { return nil }
        nameEnd = index - start
      }
      if kind == .response, nameEnd > 0 {
        while index < end, bytes[unchecked: index].isBlank { index += 1 }
        guard index < end else { return nil }
      }
      let byte = bytes[unchecked: index]
      if byte == UInt8(ascii: ":"), nameEnd > 0 {
        colon = index - start
        index += 1
      } else if nameEnd > 0 || !kind.isLineEnd(byte) {
        throw .unexpected(byte, in: "a field's name")
      }
    }
    while true {
      // Without a colon, this is the empty line.
      while colon > 0 {
        index = bytes.endOfPlainText(from: index, to: end)
        guard index < end else { return nil }
        let byte = bytes[unchecked: index]
        if kind.isLineEnd(byte) { break }
        guard byte == .tab else { throw .unexpected(byte, in: "a field's value") }
        index += 1
      }
      let hasReturn = bytes[unchecked: index] == .carriageReturn
      let next = hasReturn ? index + 2 : index + 1
      guard next <= end else { return nil }
      guard bytes[unchecked: next - 1] == .lineFeed else {
        throw .unexpected(.carriageReturn, in: colon > 0 ? "a field's value" : "a field's name")
      }
      if kind == .response, colon > 0 {
        guard next < end else { return nil }
        if bytes[unchecked: next].isBlank {
          isFolded = true
          index = next
          continue
        }
      }
      var value = colon > 0 ? bytes.trimmed((start + colon + 1)..<index) : start..<start
      if isFolded { value = bytes.trimmedFolds(value) }
      return Complete(
        name: start..<(start + nameEnd), value: value, end: next, isFolded: isFolded,
        isRepaired: isFolded || !hasReturn || colon > nameEnd)
    }
  }
}

extension Span<UInt8> {
  /// Returns the range without surrounding white space and line ends.
  fileprivate func trimmedFolds(_ range: Range<Int>) -> Range<Int> {
    let isSpace = { (byte: UInt8) in byte.isBlank || byte == .carriageReturn || byte == .lineFeed }
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isSpace(self[start]) { start += 1 }
    while start < end, isSpace(self[end - 1]) { end -= 1 }
    return start..<end
  }

  /// Returns the index of the first control character at or after `start`, or `end`. The range must be within the
  /// bytes.
  @inline(__always)
  fileprivate func endOfPlainText(from start: Int, to end: Int) -> Int {
    var index = start
    // Checks eight bytes at a time for a byte that is below 0x20 or equal to 0x7F.
    while index + 8 <= end {
      // The unchecked load is within bounds because of the loop's condition.
      let word = UInt64(
        littleEndian: self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word
      let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let isDelete = (delete &- 0x0101_0101_0101_0101) & ~delete
      let found = (belowSpace | isDelete) & 0x8080_8080_8080_8080
      // The borrow of the subtraction can also mark other bytes, but only after a byte that is a control character. The
      // first mark is therefore always correct.
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    while index < end {
      let byte = self[unchecked: index]
      if byte < 0x20 || byte == 0x7F { break }
      index += 1
    }
    return index
  }
}
