extension Span<UInt8> {
  /// Whether the bytes are `word`, which is in lower case, without regard to theirs.
  func isEqual(_ range: Range<Int>, lowercased word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count {
      let byte = self[range.lowerBound + index].asciiLowercased
      // Within bounds: the counts are equal.
      guard byte == word.utf8Start[index] else { return false }
    }
    return true
  }

  /// Whether the bytes are `word`.
  func isEqual(_ range: Range<Int>, _ word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    // Within bounds: the counts are equal.
    for index in 0..<range.count where self[range.lowerBound + index] != word.utf8Start[index] { return false }
    return true
  }

  /// Without the blanks around it (OWS: RFC 9110, section 5.6.3).
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[start].isBlank { start += 1 }
    while start < end, self[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// Calls for each element of a list, without the blanks around it (RFC 9110, section 5.6.1).
  func forEachElement<Failure: Error>(
    of list: Range<Int>, _ body: (Range<Int>) throws(Failure) -> Void
  ) throws(Failure) {
    var start = list.lowerBound
    for index in list where self[index] == UInt8(ascii: ",") {
      try body(trimmed(start..<index))
      start = index + 1
    }
    try body(trimmed(start..<list.upperBound))
  }

  func text(_ range: Range<Int>) -> String {
    extracting(range).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }
}
