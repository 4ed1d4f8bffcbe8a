/// The lines of a frame, as they are written; its number is not known yet.
struct FrameBody {
  /// A line end before each line.
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: ServerLine) {
    bytes.append(UInt8(ascii: "\n"))
    line.write(to: &bytes)
  }

  /// As ``add(_:)`` of a `reply`, without the line in between.
  mutating func addReply(_ number: Int, _ json: JSON) {
    bytes.append("\nreply ")
    bytes.append(decimal: number)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: json.bytes)
  }

  /// The whole frame.
  func frame(_ number: Int) -> [UInt8] {
    var frame: [UInt8] = []
    frame.reserveCapacity(bytes.count + 24)
    ServerLine.frame(number).write(to: &frame)
    frame.append(contentsOf: bytes)
    return frame
  }

  /// The lines alone, for a frame that needs no number.
  var unnumbered: [UInt8] { Array(bytes.dropFirst()) }
}

extension FrameBody {
  init(_ lines: some Sequence<ServerLine>) {
    for line in lines { add(line) }
  }
}
