/// Memory that every read of a loop goes through, and every piece of a file on its way out: one of each for all its
/// connections.
///
/// Sound though unchecked: only connections of the loop use it, on the loop's thread, and nobody keeps it across a
/// round of events.
final class LoopBuffers: @unchecked Sendable {
  /// In bytes.
  static let inputSize = 64 << 10
  static let outputSize = 128 << 10
  /// How often a connection reads before other connections have their turn.
  static let readsPerTurn = 16

  let input = UnsafeMutableRawBufferPointer.allocate(byteCount: inputSize, alignment: 16)
  let output = UnsafeMutableRawBufferPointer.allocate(byteCount: outputSize, alignment: 16)

  deinit {
    input.deallocate()
    output.deallocate()
  }
}
