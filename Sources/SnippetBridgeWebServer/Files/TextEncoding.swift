/// The encoding of a file as indicated by its byte order mark (WHATWG Encoding, "BOM sniff").
enum TextEncoding: Sendable {
  /// An encoding without a byte order mark: UTF-8, or another encoding whose first 128 values are ASCII.
  case bytes
  case markedUTF8
  case littleEndianUTF16
  case bigEndianUTF16

  init(startOf bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self = .markedUTF8
    } else if bytes.starts(with: [0xFF, 0xFE]) {
      self = .littleEndianUTF16
    } else if bytes.starts(with: [0xFE, 0xFF]) {
      self = .bigEndianUTF16
    } else {
      self = .bytes
    }
  }

  /// The length of the byte order mark, in bytes.
  var markLength: Int {
    switch self {
    case .bytes: 0
    case .markedUTF8: 3
    case .littleEndianUTF16, .bigEndianUTF16: 2
    }
  }

  /// The length of a code unit, in bytes.
  var unitLength: Int {
    switch self {
    case .bytes, .markedUTF8: 1
    case .littleEndianUTF16, .bigEndianUTF16: 2
    }
  }

  /// Passes `text`, which must begin at a code unit boundary, to `locator`. Returns the position in code units once it
  /// is known.
  func feed(_ text: UnsafeRawBufferPointer, to locator: inout HeadLocator) -> Int? {
    if unitLength == 1 {
      for byte in text {
        if let position = locator.read(byte) { return position }
      }
      return nil
    }
    let lowFirst = self == .littleEndianUTF16
    for index in stride(from: 0, to: text.count - 1, by: 2) {
      let (low, high) = lowFirst ? (text[index], text[index + 1]) : (text[index + 1], text[index])
      // The locator treats all non-ASCII characters alike, so any byte from 0x80 on can stand for such a character.
      if let position = locator.read(high == 0 ? low : 0x80 | low) { return position }
    }
    return nil
  }

  /// Encodes UTF-8 text in this encoding.
  func encode(_ text: [UInt8]) -> [UInt8] {
    switch self {
    case .bytes, .markedUTF8: text
    case .littleEndianUTF16:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    case .bigEndianUTF16:
      String(decoding: text, as: UTF8.self).utf16.flatMap { [UInt8($0 >> 8), UInt8(truncatingIfNeeded: $0)] }
    }
  }
}
