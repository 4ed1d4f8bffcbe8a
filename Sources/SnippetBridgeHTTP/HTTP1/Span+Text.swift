import DSBridgeText

extension Span<UInt8> {
  /// Returns whether the bytes are equal to `word`, ignoring case. `word` must be in lower case.
  func isEqual(_ range: Range<Int>, lowercased word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    let bytes = extracting(range)
    return word.withUTF8Buffer { word in
      for index in word.indices where word[index] != bytes[index].asciiLowercased { return false }
      return true
    }
  }

  /// Returns the range without surrounding white space (OWS: RFC 9110, section 5.6.3). The range must be within the
  /// bytes.
  @inline(__always)
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var start = range.lowerBound
    var end = range.upperBound
    while start < end, self[unchecked: start].isBlank { start &+= 1 }
    while start < end, self[unchecked: end &- 1].isBlank { end &-= 1 }
    return Range(uncheckedBounds: (start, end))
  }

  /// Calls `body` for each element of a comma-separated list, without surrounding white space (RFC 9110, section
  /// 5.6.1).
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
      String(peer: $0)
    }
  }
}

extension StringProtocol {
  /// The elements of a field value that is a comma-separated list, without surrounding white space (RFC 9110, section
  /// 5.6.1).
  package var listElements: [String] {
    let bytes = Array(utf8)
    return bytes.split(separator: UInt8(ascii: ",")).map {
      String(decoding: bytes[bytes.span.trimmed($0.startIndex..<$0.endIndex)], as: UTF8.self)
    }
  }
}
