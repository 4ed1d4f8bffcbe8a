import HTTPTypes

extension Span<UInt8> {
  /// Whether the bytes are `word`, which is in lower case, without regard to theirs.
  func isEqual(_ range: Range<Int>, lowercased word: StaticString) -> Bool {
    guard range.count == word.utf8CodeUnitCount else { return false }
    for index in 0..<range.count {
      var byte = self[range.lowerBound + index]
      if byte >= 0x41, byte <= 0x5A { byte = byte.lowercased }
      // Within bounds: the counts are equal.
      guard byte == word.utf8Start[index] else { return false }
    }
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

  func text(_ range: Range<Int>, from start: Int = 0) -> String {
    extracting((start + range.lowerBound)..<(start + range.upperBound)).withUnsafeBufferPointer {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Without looking at ASCII twice more: HTTPField's own way from bytes costs six times as much.
  func field(_ name: HTTPField.Name, _ value: Range<Int>) -> HTTPField {
    extracting(value).withUnsafeBufferPointer { bytes in
      bytes.contains { $0 >= 0x80 }
        ? HTTPField(name: name, value: bytes) : HTTPField(name: name, value: String(decoding: bytes, as: UTF8.self))
    }
  }
}
