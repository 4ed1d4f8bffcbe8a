/// A file, or a part of it, with a tag inserted at one position. The file is read on demand, so memory use does not
/// depend on the file's size. The file is closed when the body is freed.
struct FileBody: BodyStream {
  /// The reason why reading failed. The connection is then closed because no correct bytes can be sent.
  enum Failure: Error {
    case changed
    case unreadable
  }

  let file: FileDescriptor
  let identity: FileIdentity
  let insertion: Insertion?
  /// The range of bytes to send, relative to the start of the file with the inserted tag.
  let range: Range<Int64>

  var length: Int64 { range.upperBound - range.lowerBound }

  /// Returns the whole body, or `nil` if it is longer than `limit` bytes or cannot be read.
  func content(upTo limit: Int64) -> [UInt8]? {
    guard length <= limit else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(length)) { buffer, count in
      count = (try? read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)) ?? 0
    }
    return bytes.count == Int(length) ? bytes : nil
  }

  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int {
    guard offset >= 0, offset < length else { return 0 }
    let wanted = Int(min(Int64(buffer.count), length - offset))
    var done = 0
    while done < wanted {
      let rest = UnsafeMutableRawBufferPointer(rebasing: buffer[done..<wanted])
      done += try readPiece(into: rest, at: range.lowerBound + offset + Int64(done))
    }
    // The file's identity is checked after reading, because the time stamp changes before the bytes of a write become
    // visible.
    guard file.identity()?.hasContent(of: identity) == true else { throw Failure.changed }
    return done
  }

  /// Reads bytes from `position` on, at most to the end of the part that contains `position`. The three parts are the
  /// file before the tag, the tag, and the file after the tag.
  private func readPiece(into buffer: UnsafeMutableRawBufferPointer, at position: Int64) throws -> Int {
    let tag = insertion?.tag ?? []
    let tagOffset = position - (insertion?.position ?? .max)
    if (0..<Int64(tag.count)).contains(tagOffset) {
      let piece = tag[Int(tagOffset)...].prefix(buffer.count)
      buffer.copyBytes(from: piece)
      return piece.count
    }
    let (start, limit) = tagOffset < 0 ? (position, -tagOffset) : (position - Int64(tag.count), .max)
    let piece = UnsafeMutableRawBufferPointer(rebasing: buffer[..<Int(min(Int64(buffer.count), limit))])
    guard let read = file.read(into: piece, at: start) else { throw Failure.unreadable }
    guard read == piece.count else { throw Failure.changed }
    return read
  }
}
