/// JSON text in UTF-8 for decoders that create strings themselves, as Foundation's does.
package enum StreamSafeJSON {
  /// Returns JSON whose decoded strings are in Stream-Safe Text Format, as those of ``Swift/String/init(peer:)`` are.
  /// Most bytes are returned unchanged. Text with NULs, which is not JSON in UTF-8, becomes empty.
  package static func text(_ bytes: [UInt8]) -> [UInt8] {
    // JSON has no NUL. Foundation takes text with NULs for UTF-16.
    guard !bytes.contains(0) else { return [] }
    guard bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }) else { return bytes }
    var run = NonStarterRun()
    var text: [UInt8] = []
    var copied = 0
    var index = 0
    while index < bytes.count {
      let (scalar, next) = scalar(in: bytes, at: index)
      if run.needsJoiner(before: scalar) {
        text += bytes[copied..<index]
        text += String(NonStarterRun.joiner).utf8
        copied = index
      }
      index = next
    }
    return copied == 0 ? bytes : text + bytes[copied...]
  }

  /// The scalar at an index, which may be written as an escape, and the index after it.
  private static func scalar(in bytes: [UInt8], at index: Int) -> (Unicode.Scalar, next: Int) {
    let byte = bytes[index]
    if byte == UInt8(ascii: "\\") {
      guard let unit = escapedUnit(in: bytes, at: index) else { return ("\\", min(index + 2, bytes.count)) }
      if let scalar = Unicode.Scalar(unit) { return (scalar, index + 6) }
      guard unit < 0xDC00, let low = escapedUnit(in: bytes, at: index + 6), 0xDC00..<0xE000 ~= low,
        let scalar = Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
      else { return ("\u{FFFD}", index + 6) }
      return (scalar, index + 12)
    }
    guard byte >= 0xC0 else { return (Unicode.Scalar(byte), index + 1) }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : 2
    let end = min(index + length, bytes.count)
    return (String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first ?? "\u{FFFD}", end)
  }

  /// The number of `\uXXXX` at an index.
  private static func escapedUnit(in bytes: [UInt8], at index: Int) -> UInt32? {
    guard index + 6 <= bytes.count, bytes[index] == UInt8(ascii: "\\"), bytes[index + 1] == UInt8(ascii: "u") else {
      return nil
    }
    return UInt32(String(decoding: bytes[(index + 2)..<(index + 6)], as: UTF8.self), radix: 16)
  }
}
