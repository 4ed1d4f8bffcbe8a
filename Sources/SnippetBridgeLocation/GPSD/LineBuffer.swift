/// A buffer that splits received bytes into lines. It drops each line that exceeds ``limit``, so that memory use is
/// bounded.
struct LineBuffer {
  enum Event: Sendable, Equatable {
    /// A line without its terminator.
    case line([UInt8])
    /// A line that exceeded ``limit`` bytes and was dropped.
    case overlong
  }

  /// The maximum size of a line, in bytes. Lines from gpsd have at most 10,240 bytes.
  static let limit = 64 << 10

  private var line: [UInt8] = []
  private var isSkipping = false

  mutating func append(_ bytes: some Sequence<UInt8>) -> [Event] {
    var events: [Event] = []
    for byte in bytes {
      if byte == UInt8(ascii: "\n") {
        if !isSkipping, !line.allSatisfy({ $0 == UInt8(ascii: "\r") }) { events.append(.line(line)) }
        line = []
        isSkipping = false
      } else if isSkipping {
        continue
      } else if line.count == Self.limit {
        line = []
        isSkipping = true
        events.append(.overlong)
      } else {
        line.append(byte)
      }
    }
    return events
  }
}
