/// Text without long runs of combining marks, which Swift needs a time for that grows with the square of their length:
/// 256 kB of them half a minute, whenever the text is compared or hashed.
///
/// https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format: more than 30 in a row mean nothing in any language.
enum StreamSafeText {
  static let longestRun = 30
}

extension StringProtocol {
  /// Whether no more than 30 combining marks follow each other.
  package var isStreamSafe: Bool {
    // None takes less than two bytes.
    guard utf8.count > 2 * StreamSafeText.longestRun else { return true }
    var run = 0
    for scalar in unicodeScalars {
      run = scalar.isCombiningMark ? run + 1 : 0
      if run > StreamSafeText.longestRun { return false }
    }
    return true
  }
}

extension JSON {
  /// Whether all of its strings and names are.
  package var isStreamSafe: Bool {
    let isPlain = !bytes.contains { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }
    guard !isPlain else { return true }
    var reader = JSONReader(self)
    // Outside a string, a quote begins one.
    while let quote = bytes[reader.index...].firstIndex(of: UInt8(ascii: "\"")) {
      reader.index = quote
      // What is malformed is refused when it is decoded.
      guard let text = try? reader.string() else { return true }
      guard text.isStreamSafe else { return false }
    }
    return true
  }
}

extension Unicode.Scalar {
  /// It may be moved when marks are sorted, or stands for some that may.
  fileprivate var isCombiningMark: Bool {
    guard value >= 0x300 else { return false }
    switch value {
    // Of class 0, and yet each decomposes into two marks.
    case 0xF73, 0xF75, 0xF81: return true
    default: return properties.canonicalCombiningClass != .notReordered
    }
  }
}
