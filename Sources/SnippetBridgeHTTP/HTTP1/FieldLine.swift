/// A line of a head or of trailers while it arrives: `name: value CRLF`, and at their end only CRLF (RFC 9112, section
/// 5).
///
/// A line that begins with a blank is refused, right behind the request line (section 2.2) and as the rest of a folded
/// field (section 5.2). Other parsers join it to the line before, and do not agree on what it then means.
struct FieldLine: Sendable {
  typealias Failure = RequestParser.Failure

  struct Complete {
    let name: Range<Int>
    /// Without the blanks around it.
    let value: Range<Int>
    /// Behind the CRLF.
    let end: Int

    /// Whether it is the empty line.
    var isLast: Bool { name.isEmpty }
  }

  /// Both count from the line's first byte. How far it was looked at:
  private var scanned = 0
  /// 0 until it is known.
  private var colon = 0

  /// Reads on in the line that begins at `start`, as far as `end`. Nil when more bytes are needed.
  mutating func scan(_ bytes: Span<UInt8>, from start: Int, to end: Int) throws(Failure) -> Complete? {
    var index = start + scanned
    defer { scanned = index - start }
    // Unchecked below: `index` is at least 0 and below `end`, which is not above `bytes.count`.
    precondition(start >= 0 && end <= bytes.count)
    if colon == 0 {
      while index < end, bytes[unchecked: index].isToken { index += 1 }
      guard index < end else { return nil }
      guard bytes[unchecked: index] == UInt8(ascii: ":"), index > start else {
        return try scanLineEnd(bytes, at: index, from: start, to: end)
      }
      colon = index - start
      index += 1
    }
    while true {
      index = bytes.endOfPlainText(from: index, to: end)
      guard index < end else { return nil }
      let byte = bytes[unchecked: index]
      if byte == .carriageReturn { break }
      guard byte == .tab else { throw .unexpected(byte, in: "a field's value") }
      index += 1
    }
    guard index + 1 < end else { return nil }
    guard bytes[unchecked: index + 1] == .lineFeed else { throw .unexpected(.carriageReturn, in: "a field's value") }
    let name = start..<(start + colon)
    return Complete(name: name, value: bytes.trimmed((start + colon + 1)..<index), end: index + 2)
  }

  /// What stands at `index` is not a name's.
  private func scanLineEnd(
    _ bytes: Span<UInt8>, at index: Int, from start: Int, to end: Int
  ) throws(Failure) -> Complete? {
    guard bytes[index] == .carriageReturn, index == start else {
      throw .unexpected(bytes[index], in: "a field's name")
    }
    guard index + 1 < end else { return nil }
    guard bytes[index + 1] == .lineFeed else { throw .unexpected(.carriageReturn, in: "a field's name") }
    return Complete(name: start..<start, value: start..<start, end: index + 2)
  }
}

extension Span<UInt8> {
  /// The first control character at `start` or behind it, or `end`. The range must be within the bytes.
  @inline(__always)
  fileprivate func endOfPlainText(from start: Int, to end: Int) -> Int {
    var index = start
    // Eight at a time: whether one of them is below 0x20, or 0x7F.
    while index + 8 <= end {
      // Within bounds: so says the loop.
      let word = UInt64(
        littleEndian: self.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: index, as: UInt64.self))
      let belowSpace = (word &- 0x2020_2020_2020_2020) & ~word
      let delete = word ^ 0x7F7F_7F7F_7F7F_7F7F
      let isDelete = (delete &- 0x0101_0101_0101_0101) & ~delete
      let found = (belowSpace | isDelete) & 0x8080_8080_8080_8080
      // The borrow of the subtraction can mark further bytes, but only behind one that is such a character.
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
