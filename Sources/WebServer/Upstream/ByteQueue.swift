/// Bytes that wait to be written.
struct ByteQueue {
  private var bytes: [UInt8] = []
  private var offset = 0

  var isEmpty: Bool { offset == bytes.count }
  var count: Int { bytes.count - offset }

  /// Adds what `body` appends.
  mutating func append<Failure: Error>(_ body: (inout [UInt8]) throws(Failure) -> Void) throws(Failure) {
    try body(&bytes)
  }

  mutating func append(_ more: some Sequence<UInt8>) { bytes.append(contentsOf: more) }

  mutating func removeAll() {
    bytes = []
    offset = 0
  }

  mutating func takeAll() -> [UInt8] {
    defer { removeAll() }
    return offset == 0 ? bytes : Array(bytes[offset...])
  }

  /// Writes until all is out or something stops it, which is returned. `.count` has what was written in all.
  mutating func write(to transport: Transport) -> (written: Int, stop: TransportResult?) {
    var written = 0
    while offset < bytes.count {
      let wanted = bytes.count - offset
      let result = bytes.withUnsafeBytes { transport.write(UnsafeRawBufferPointer(rebasing: $0[offset...])) }
      guard case .count(let count) = result else { return (written, result) }
      written += count
      offset += count
      // Less than all: the next attempt would find no room.
      if count < wanted { return (written, .blocked(.write)) }
    }
    // What a connection keeps while it is idle is little.
    bytes.removeAll(keepingCapacity: bytes.capacity <= 4 << 10)
    offset = 0
    return (written, nil)
  }
}
