/// The buffers that all connections of a loop share: one for reading from sockets, and one for sending files piece by
/// piece and WebSocket frames. Their content is valid only during one round of events.
final class LoopBuffers {
  /// The size of `input`, in bytes.
  static let inputSize = 64 << 10
  /// The number of reads per connection before the loop serves the next one.
  static let readsPerTurn = 16

  let input = UnsafeMutableRawBufferPointer.allocate(byteCount: inputSize, alignment: 16)
  let output = UnsafeMutableRawBufferPointer.allocate(byteCount: 128 << 10, alignment: 16)

  deinit {
    input.deallocate()
    output.deallocate()
  }
}
