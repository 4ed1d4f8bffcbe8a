/// The lines of a frame, as they are written; its number is not known yet.
struct FrameBody {
  /// A line end before each line.
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: ServerLine) {
    bytes.append(UInt8(ascii: "\n"))
    line.write(to: &bytes)
  }

  /// As ``add(_:)`` of a `reply` whose JSON `write` appends. When that throws, nothing is added.
  mutating func addReply(_ number: Int, _ write: (inout [UInt8]) throws -> Void) rethrows {
    let start = bytes.count
    bytes.append(addingCapacity: 32) { span in
      for byte in "\nreply ".utf8 { span.append(byte) }
      span.append(decimal: UInt64(number.magnitude))
      span.append(UInt8(ascii: " "))
    }
    do {
      try write(&bytes)
    } catch {
      bytes.removeLast(bytes.count - start)
      throw error
    }
  }

  /// The whole frame.
  func frame(_ number: Int) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(bytes.count + 24)
    ServerLine.frame(number).write(to: &frame)
    frame.append(contentsOf: bytes)
    return frame
  }

  /// Without its lines. Its memory serves the next ones, unless it is large.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 10)
  }

  /// The lines alone, for a frame that needs no number.
  var unnumbered: [UInt8] { Array(bytes.dropFirst()) }
}

extension FrameBody {
  init(_ lines: some Sequence<ServerLine>) {
    for line in lines { add(line) }
  }
}
