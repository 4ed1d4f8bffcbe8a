import CZlib

/// Decompresses a body that is compressed by gzip (RFC 1952), before another transform changes it.
///
/// A few bytes may stand for a thousand times as many: each call makes at most ``pieceSize`` bytes, and the input that
/// is left waits for the next.
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
  /// Input, of which the first ``used`` bytes are done.
  private var input: [UInt8] = []
  private var used = 0
  package private(set) var hasMore = false

  /// In bytes.
  package static var pieceSize: Int { 64 << 10 }

  package init(before next: Next) {
    self.next = next
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    isReady = sb_inflate_begin(stream) == Z_OK
  }

  deinit {
    if isReady { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  package func transform(_ piece: UnsafeRawBufferPointer, into output: inout [UInt8]) throws {
    let count = try inflate(piece, into: &output)
    if hasMore { input = Array(piece[count...]) }
  }

  package func goOn(into output: inout [UInt8]) throws {
    used += try input.withUnsafeBytes { try inflate(UnsafeRawBufferPointer(rebasing: $0[used...]), into: &output) }
    if !hasMore { (input, used) = ([], 0) }
  }

  /// Makes one piece. Returns how many bytes of `input` were used.
  private func inflate(_ input: UnsafeRawBufferPointer, into output: inout [UInt8]) throws -> Int {
    guard isReady else { throw Failure.notGzip }
    // Bytes behind the end mean nothing (RFC 1952, section 2.2, allows more members; no server sends them).
    guard !hasEnded else { return input.count }
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Self.pieceSize) }
    // zlib does not write to its input.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    let (result, count) = scratch.withUnsafeMutableBufferPointer { room in
      stream.pointee.next_out = room.baseAddress
      stream.pointee.avail_out = UInt32(room.count)
      let result = CZlib.inflate(stream, Z_NO_FLUSH)
      return (result, room.count - Int(stream.pointee.avail_out))
    }
    switch result {
    case Z_STREAM_END: hasEnded = true
    // With no input and no output left there is nothing to do.
    case Z_OK, Z_BUF_ERROR: break
    default: throw Failure.notGzip
    }
    hasMore = !hasEnded && count == scratch.count
    if count > 0 { try scratch[..<count].withUnsafeBytes { try next.transform($0, into: &output) } }
    return input.count - Int(stream.pointee.avail_in)
  }

  package func finish(into output: inout [UInt8]) throws {
    guard hasEnded else { throw Failure.endsEarly }
    try next.finish(into: &output)
  }
}
