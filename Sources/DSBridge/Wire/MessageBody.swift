/// The encoded lines of a wire message whose number is not yet known.
struct MessageBody {
  /// The lines, each preceded by a line end.
  private(set) var bytes: [UInt8] = []

  var isEmpty: Bool { bytes.isEmpty }

  mutating func add(_ line: ServerLine) {
    bytes.append(UInt8(ascii: "\n"))
    line.write(to: &bytes)
  }

  /// Inserts all lines of another body at an index of ``bytes`` at which a line begins.
  mutating func insert(_ other: MessageBody, at index: Int) { bytes.insert(contentsOf: other.bytes, at: index) }

  /// Adds a `reply` line. `write` appends the line's JSON. If `write` throws, nothing is added.
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

  /// Returns the wire message with this number.
  func numbered(_ number: Int) -> [UInt8] {
    var message: [UInt8] = []
    message.reserveCapacity(bytes.count + 24)
    ServerLine.message(number).write(to: &message)
    message.append(contentsOf: bytes)
    return message
  }

  /// Removes the lines. Their memory is reused, unless it is larger than 4 kB.
  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 10)
  }

  /// The lines as a wire message without a number.
  var unnumbered: [UInt8] { Array(bytes.dropFirst()) }
}
