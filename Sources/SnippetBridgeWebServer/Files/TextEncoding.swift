/// The encoding of a file as indicated by its byte order mark (WHATWG Encoding, "BOM sniff").
enum TextEncoding: CaseIterable, Sendable {
  case markedUTF8
  case littleEndianUTF16
  case bigEndianUTF16
  /// An encoding without a byte order mark: UTF-8, or another encoding whose first 128 values are ASCII. The last case,
  /// because every text begins with an empty mark.
  case bytes

  init(startOf bytes: UnsafeRawBufferPointer) {
    self = Self.allCases.first { bytes.starts(with: $0.mark) } ?? .bytes
  }

  /// The byte order mark.
  var mark: [UInt8] {
    switch self {
    case .markedUTF8: [0xEF, 0xBB, 0xBF]
    case .littleEndianUTF16: [0xFF, 0xFE]
    case .bigEndianUTF16: [0xFE, 0xFF]
    case .bytes: []
    }
  }

  /// The length of a code unit, in bytes.
  var unitLength: Int { self == .littleEndianUTF16 || self == .bigEndianUTF16 ? 2 : 1 }

  /// Passes `text`, which must begin at a code unit boundary, to `locator`. Returns the position in code units once it
  /// is known.
  func feed(_ text: UnsafeRawBufferPointer, to locator: inout HeadLocator) -> Int? {
    let unit = unitLength
    let offset = self == .bigEndianUTF16 ? 1 : 0
    for index in stride(from: 0, to: text.count - unit + 1, by: unit) {
      let low = text[index + offset]
      let high = unit == 2 ? text[index + 1 - offset] : 0
      // The locator treats all non-ASCII characters alike, so any byte from 0x80 on can stand for such a character.
      if let position = locator.read(high == 0 ? low : 0x80 | low) { return position }
    }
    return nil
  }

  /// Encodes UTF-8 text in this encoding.
  func encode(_ text: [UInt8]) -> [UInt8] {
    guard unitLength == 2 else { return text }
    return String(decoding: text, as: UTF8.self).utf16.flatMap { unit in
      withUnsafeBytes(of: self == .littleEndianUTF16 ? unit.littleEndian : unit.bigEndian) { Array($0) }
    }
  }
}
