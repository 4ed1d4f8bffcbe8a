import CZlib

/// Decompresses a body that is compressed by gzip (RFC 1952), before another transform changes it.
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

  private static var pieceSize: Int { 64 << 10 }

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
    guard isReady else { throw Failure.notGzip }
    if scratch.isEmpty { scratch = [UInt8](repeating: 0, count: Self.pieceSize) }
    // zlib does not write to its input.
    stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: piece.count)
    // Bytes behind the end mean nothing (RFC 1952, section 2.2, allows more members; no server sends them).
    while !hasEnded {
      let (result, count) = scratch.withUnsafeMutableBufferPointer { room in
        stream.pointee.next_out = room.baseAddress
        stream.pointee.avail_out = UInt32(room.count)
        let result = inflate(stream, Z_NO_FLUSH)
        return (result, room.count - Int(stream.pointee.avail_out))
      }
      if count > 0 { try scratch[..<count].withUnsafeBytes { try next.transform($0, into: &output) } }
      switch result {
      case Z_STREAM_END: hasEnded = true
      case Z_OK where stream.pointee.avail_in > 0 || count == scratch.count: continue
      case Z_OK, Z_BUF_ERROR: return
      default: throw Failure.notGzip
      }
    }
  }

  package func finish(into output: inout [UInt8]) throws {
    guard hasEnded else { throw Failure.endsEarly }
    try next.finish(into: &output)
  }
}
