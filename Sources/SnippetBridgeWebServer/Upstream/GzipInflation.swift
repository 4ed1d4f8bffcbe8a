import SnippetBridgeCZlib

/// A transform that decompresses a gzip body (RFC 1952) and passes the result to another transform.
///
/// Data may expand to a thousand times its size. Each call therefore produces at most ``pieceSize`` bytes and keeps the
/// rest of the input for the next call.
package final class GzipInflation<Next: BodyTransform>: BodyTransform {
  package enum Failure: Error {
    case notGzip
    case endsEarly
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private var next: Next
  private var hasEnded = false
  private var isReady: Bool
  private var scratch: [UInt8] = []
  /// The input that has not been processed yet.
  private var input: [UInt8] = []
  package private(set) var hasMore = false

  /// The maximum number of bytes that one call produces.
  package static var pieceSize: Int { 64 << 10 }

  package init(before next: Next) {
    self.next = next
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isReady = sb_inflate_begin(stream) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deallocate()
  }

  package func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws {
    input += piece
    try goOn(into: &output)
  }

  package func goOn(into output: inout [UInt8]) throws {
    let used = try input.withUnsafeBytes { try inflate($0, into: &output) }
    input.removeFirst(used)
  }

  /// Produces one piece. Returns the number of bytes of `input` that were used.
  private func inflate(_ input: UnsafeRawBufferPointer, into output: inout [UInt8]) throws -> Int {
    guard isReady else { throw Failure.notGzip }
    // Bytes after the gzip member are ignored. RFC 1952, section 2.2, allows further members, but no server sends them.
    guard !hasEnded else { return input.count }
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Self.pieceSize) }
    // zlib does not write to its input, so the mutable pointer is safe.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    let (result, count) = scratch.withUnsafeMutableBufferPointer { room in
      stream.pointee.next_out = room.baseAddress
      stream.pointee.avail_out = UInt32(room.count)
      let result = SnippetBridgeCZlib.inflate(stream, Z_NO_FLUSH)
      return (result, room.count - Int(stream.pointee.avail_out))
    }
    switch result {
    case Z_STREAM_END: hasEnded = true
    // `Z_BUF_ERROR` means that no progress was possible, because there was no input or no room for output left.
    case Z_OK, Z_BUF_ERROR: break
    default: throw Failure.notGzip
    }
    hasMore = !hasEnded && count == scratch.count
    if count > 0 { try scratch[..<count].withUnsafeBytes { try next.transform($0, into: &output) } }
    return input.count - Int(stream.pointee.avail_in)
  }

  package func finish(into output: inout [UInt8]) throws {
    // Some servers send an empty body with `Content-Encoding: gzip`. Browsers accept it.
    guard hasEnded || (isReady && stream.pointee.total_in == 0 && input.isEmpty) else { throw Failure.endsEarly }
    try next.finish(into: &output)
  }
}
