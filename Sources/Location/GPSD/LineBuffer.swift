/// Lines of what arrives in pieces. One that is too long is left out as a whole, and takes no more memory than others.
struct LineBuffer {
  enum Event: Sendable, Equatable {
    /// Without its end.
    case line([UInt8])
    /// A line of more than ``limit`` bytes began.
    case overlong
  }

  /// gpsd's own lines have 10,240 bytes at most.
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
