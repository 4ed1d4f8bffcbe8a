import Foundation

extension String {
  /// Creates a string from UTF-8 that a peer has sent. All strings with text from a peer are created with this
  /// initializer.
  ///
  /// Swift compares and hashes strings by canonical equivalence, which sorts each run of combining marks in quadratic
  /// time. 256 kB of marks take half a minute. The result is in Stream-Safe Text Format, so that all later comparisons
  /// take linear time, including those in the program's own code. Invalid UTF-8 is repaired with U+FFFD.
  package init(peer bytes: some Collection<UInt8>) {
    self.init(streamSafe: String(decoding: bytes, as: UTF8.self))
  }

  /// Creates a string from a peer's text by the Stream-Safe Text Process (UAX #15, UAX15-D4): inserts U+034F, the
  /// combining grapheme joiner, to interrupt runs of more than 30 non-starters (combining marks).
  ///
  /// https://www.unicode.org/reports/tr15/#Stream_Safe_Text_Format
  package init(streamSafe text: some StringProtocol) {
    let text = String(text)
    guard text.mayHaveLongRun else {
      self = text
      return
    }
    let scalars = text.unicodeScalars
    var run = NonStarterRun()
    var safe = ""
    var copied = scalars.startIndex
    for index in scalars.indices where run.needsJoiner(before: scalars[index]) {
      safe += text[copied..<index]
      safe.unicodeScalars.append(NonStarterRun.joiner)
      copied = index
    }
    self = copied == scalars.startIndex ? text : safe + text[copied...]
  }

  /// Whether the text has enough consecutive bytes above 127 for a run of 31 non-starters. In ASCII text, only every
  /// 30th byte is checked.
  private var mayHaveLongRun: Bool {
    utf8.withContiguousStorageIfAvailable { $0.hasRun(of: NonStarterRun.shortestBytes) } ?? true
  }
}

extension UnsafeBufferPointer<UInt8> {
  fileprivate func hasRun(of length: Int) -> Bool {
    var index = length - 1
    while index < count {
      guard self[index] >= 0x80 else {
        index += length
        continue
      }
      var start = index
      while start > 0, self[start - 1] >= 0x80, index - start < length { start -= 1 }
      var end = index + 1
      while end < count, self[end] >= 0x80, end - start < length { end += 1 }
      if end - start >= length { return true }
      index = end + length
    }
    return false
  }
}

/// The number of non-starters at the end of a text that is read scalar by scalar.
struct NonStarterRun {
  /// U+034F, an invisible starter.
  static let joiner: Unicode.Scalar = "\u{34F}"
  static let longest = 30
  /// The smallest number of UTF-8 bytes that can decompose into 31 non-starters. For example, the two bytes of U+0344
  /// decompose into two non-starters.
  static let shortestBytes = 30

  private var count = 0
  private var starter: Unicode.Scalar?

  /// Adds a scalar to the text. Returns whether a joiner must precede it.
  mutating func needsJoiner(before scalar: Unicode.Scalar) -> Bool {
    let nonStarters = scalar.nonStarters
    guard nonStarters > 0 else {
      starter = scalar
      count = 0
      return false
    }
    // Few starters decompose into marks, and these marks matter only for runs that are almost too long. The marks are
    // therefore looked up only for such runs.
    if let last = starter, count + nonStarters + Self.mostTrailing > Self.longest {
      count += last.trailingNonStarters
      starter = nil
    }
    let isTooLong = count + nonStarters > Self.longest
    count = isTooLong ? nonStarters : count + nonStarters
    if isTooLong { starter = nil }
    return isTooLong
  }

  /// The maximum number of non-starters at the end of the decomposition of any starter.
  private static let mostTrailing = 3
}

extension Unicode.Scalar {
  /// The number of non-starters that the scalar decomposes into (NFKD); 0 if the first one is a starter.
  fileprivate var nonStarters: Int {
    switch value {
    case 0..<0x300, 0x3100..<0xA66F, 0xAC00..<0xFB1E: 0
    case 0x344, 0xF73, 0xF75, 0xF81: 2
    // Scalars of combining class 0 whose compatibility decompositions are voiced sound marks.
    case 0xFF9E, 0xFF9F: 1
    default: properties.canonicalCombiningClass == .notReordered ? 0 : 1
    }
  }

  /// The number of non-starters at the end of the decomposition of a starter.
  fileprivate var trailingNonStarters: Int {
    guard value >= 0xA0 else { return 0 }
    return String(Character(self)).decomposedStringWithCompatibilityMapping.unicodeScalars.reversed()
      .prefix { $0.properties.canonicalCombiningClass != .notReordered }.count
  }
}
