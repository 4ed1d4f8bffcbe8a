extension JSON {
  /// Foundation refuses a whole text for half of a surrogate pair (`\ud800`); each becomes `\ufffd`, as in every string we read.
  func replacingUnpairedSurrogates() -> JSON {
    var result: [UInt8]?
    var index = bytes.startIndex
    while let backslash = bytes[index...].firstIndex(of: UInt8(ascii: "\\")) {
      guard let unit = surrogate(at: backslash) else {
        // Past the escaped character, which may be a backslash.
        index = min(backslash + 2, bytes.endIndex)
        continue
      }
      if unit < 0xDC00, let second = surrogate(at: backslash + 6), second >= 0xDC00 {
        index = backslash + 12
        continue
      }
      var text = result ?? Array(bytes)
      let offset = backslash - bytes.startIndex
      text.replaceSubrange((offset + 2)..<(offset + 6), with: "fffd".utf8)
      result = text
      index = backslash + 6
    }
    return result.map { JSON(bytes: $0) } ?? self
  }

  /// The code unit of the escape at `index`, when it is one of a surrogate pair.
  private func surrogate(at index: Int) -> UInt32? {
    guard index + 6 <= bytes.endIndex, bytes[index...].starts(with: "\\u".utf8),
      let unit = UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16),
      0xD800..<0xE000 ~= unit
    else { return nil }
    return unit
  }
}
