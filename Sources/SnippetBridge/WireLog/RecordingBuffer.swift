import DSBridgeLocks
import SnippetBridgeWebServer

/// A recording in memory. When the next lines do not fit, the recording ends, so that it has no gap.
final class RecordingBuffer: RecordingOutput {
  struct Size: Sendable, Equatable {
    var bytes = 0
    var lines = 0
    /// Indicates whether the recording has ended because further lines did not fit.
    var isFull = false
  }

  private let state = Mutex<(content: [UInt8], size: Size)>(([], Size()))
  private let maximumSize: Int

  /// Creates a buffer.
  /// - Parameter maximumSize: in bytes.
  init(maximumSize: Int = 16 << 20) { self.maximumSize = maximumSize }

  /// The recording, which consists of whole lines.
  var content: [UInt8] { state.withLock { $0.content } }

  var size: Size { state.withLock { $0.size } }

  func append(_ lines: [UInt8]) {
    state.withLock { state in
      guard !state.size.isFull, lines.count <= maximumSize - state.content.count else {
        return state.size.isFull = true
      }
      state.content += lines
      state.size.bytes = state.content.count
      state.size.lines += lines.count { $0 == UInt8(ascii: "\n") }
    }
  }

  func close() {}
}
