/// A queue of bytes to be written.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var offset = 0

  var isEmpty: Bool { offset == bytes.count }
  var count: Int { bytes.count - offset }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  /// Appends a piece of a body with this framing. A chunk begins with its size (RFC 9112, section 7.1).
  mutating func append(_ piece: some Collection<UInt8>, _ framing: BodyFraming) {
    if framing == .chunked { append("\(String(piece.count, radix: 16))\r\n".utf8) }
    append(piece)
    if framing == .chunked { append([.carriageReturn, .lineFeed]) }
  }

  mutating func removeAll() {
    bytes = []
    offset = 0
  }

  mutating func takeAll() -> [UInt8] {
    defer { removeAll() }
    return offset == 0 ? bytes : Array(bytes[offset...])
  }

  /// Writes until the queue is empty or writing must stop. Returns the number of bytes written, and the transport's
  /// result that stopped writing, or `nil` if the queue is empty.
  mutating func write(to transport: Transport) -> (written: Int, stop: TransportResult?) {
    var written = 0
    while offset < bytes.count {
      let wanted = bytes.count - offset
      let result = bytes.withUnsafeBytes { transport.write(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
      guard case .count(let count) = result else { return (written, result) }
      written += count
      offset += count
      // The socket accepted less than requested, so the next attempt would block.
      if count < wanted { return (written, .blocked(.write)) }
    }
    // A large buffer is freed, because an idle connection should keep little memory.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 10)
    offset = 0
    return (written, nil)
  }
}
