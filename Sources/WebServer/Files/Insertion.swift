import Platform

/// Where a tag goes in an HTML file, and what was learnt on the way there.
struct Insertion: Sendable, Equatable {
  /// Bytes of the file that come before the tag.
  var position: Int64
  /// The tag in the file's encoding.
  var tag: [UInt8]
  /// The file seems to say its own encoding: it has a UTF-16 byte order mark, or the word `charset` in its first 1,024
  /// bytes.
  var declaresEncoding: Bool

  /// How far the place is looked for. A file that says nothing for so long gets the tag where the search ended, outside
  /// of any comment or tag. It bounds the time that one file can take on a loop.
  static let searchLimit = 1 << 20

  /// WHATWG HTML, "determining the character encoding": a browser looks no further.
  private static let declarationLimit = 1024
  private static let pieceSize = 4096

  /// Reads `file` from its start, in pieces, as far as needed. nil when it cannot be read.
  init?(of tag: [UInt8], in file: FileDescriptor) {
    self.init(of: tag) { file.read(into: $0, at: $1) }
  }

  /// The same for a document that is here.
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
          skipped = encoding.markLength
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
    let word = Array("charset".utf8)
    let start = bytes.prefix(declarationLimit)
    guard start.count >= word.count else { return false }
    return (start.startIndex...(start.endIndex - word.count)).contains { index in
      word.indices.allSatisfy { start[index + $0] | 0x20 == word[$0] }
    }
  }
}
