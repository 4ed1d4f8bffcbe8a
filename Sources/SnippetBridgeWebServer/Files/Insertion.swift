/// The position at which a tag is inserted into an HTML file, and the tag in the file's encoding.
struct Insertion: Sendable, Equatable {
  /// The number of bytes of the file before the tag.
  var position: Int64
  /// The tag in the file's encoding.
  var tag: [UInt8]
  /// Whether the file appears to declare its encoding: it has a UTF-16 byte order mark, or contains the word `charset`
  /// in its first 1,024 bytes.
  var declaresEncoding: Bool

  /// The maximum number of bytes that are searched. Without this limit, a long file would occupy the loop for a long
  /// time. If the position is not found, the tag is inserted where the search ended, outside of any comment or tag.
  static let searchLimit = 1 << 20

  /// The number of bytes in which browsers look for a declaration (WHATWG HTML, "determining the character
  /// encoding").
  private static let declarationLimit = 1024
  private static let pieceSize = 4096

  /// Finds the position in a file. The file is read in pieces from its start, only as far as needed. Returns `nil` if
  /// the file cannot be read.
  init?(of tag: [UInt8], in file: FileDescriptor) {
    self.init(of: tag) { file.read(into: $0, at: $1) }
  }

  /// Finds the position in a document that is in memory.
  init?(of tag: [UInt8], in bytes: [UInt8]) {
    self.init(of: tag) { buffer, offset in
      let piece = bytes[min(Int(offset), bytes.count)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
  }

  private init?(of tag: [UInt8], reading read: (UnsafeMutableRawBufferPointer, Int64) -> Int?) {
    var locator = HeadLocator()
    var encoding = TextEncoding.bytes
    var skipped = 0
    var declares = false
    let found = withUnsafeTemporaryAllocation(byteCount: Self.pieceSize, alignment: 16) { buffer -> Int? in
      var offset = 0
      while true {
        guard let count = read(buffer, Int64(offset)) else { return nil }
        let piece = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        if offset == 0 {
          encoding = TextEncoding(startOf: piece)
          skipped = encoding.mark.count
          declares = encoding != .bytes && encoding != .markedUTF8 || Self.namesEncoding(piece)
        }
        let text = UnsafeRawBufferPointer(rebasing: piece[(offset == 0 ? min(skipped, count) : 0)...])
        if let position = encoding.feed(text, to: &locator) { return position }
        offset += count
        if count < buffer.count || offset >= Self.searchLimit { return locator.positionAtEnd }
      }
    }
    guard let found else { return nil }
    position = Int64(skipped + found * encoding.unitLength)
    self.tag = encoding.encode(tag)
    declaresEncoding = declares
  }

  private static func namesEncoding(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Setting the bit 0x20 makes ASCII letters lowercase.
    bytes.prefix(declarationLimit).map { $0 | 0x20 }.firstRange(of: "charset".utf8) != nil
  }
}
