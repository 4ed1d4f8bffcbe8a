import SnippetBridgeCZlib
import TestSupport

/// Compresses bytes in the gzip format (RFC 1952).
func gzipped(_ bytes: [UInt8]) throws -> [UInt8] {
  var stream = z_stream()
  // `deflateInit2` is a macro, which Swift cannot call. 16 plus the largest window size selects gzip.
  let result = deflateInit2_(
    &stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
  guard result == Z_OK else { throw TestError("no compressor") }
  defer { deflateEnd(&stream) }
  var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))))
  var input = bytes
  let count = input.withUnsafeMutableBufferPointer { input in
    output.withUnsafeMutableBufferPointer { output in
      stream.next_in = input.baseAddress
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(output.count)
      return deflate(&stream, Z_FINISH) == Z_STREAM_END ? output.count - Int(stream.avail_out) : 0
    }
  }
  guard count > 0 else { throw TestError("cannot compress") }
  return Array(output[..<count])
}
