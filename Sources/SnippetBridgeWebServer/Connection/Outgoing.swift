/// A response that is being sent: its head, then its body.
struct Outgoing {
  /// The serialized bytes that the socket has not accepted yet: the response head, or a chunk of a streamed body.
  private var front: ArraySlice<UInt8>
  private let body: ServerResponse.Body
  /// The length of the body, in bytes. Output of a ``ResponseWriter`` is not included.
  private let length: Int64
  private var offset: Int64 = 0

  enum Step {
    /// Everything has been written.
    case complete
    /// Writing must continue when the descriptor is ready for this event. Either the socket currently accepts no more
    /// bytes, or this call has written the maximum number of bytes, and other connections are served first.
    case blocked(IOWatcher.Event)
    /// The socket has failed.
    case broken
    /// The body has failed.
    case bodyBroken
  }

  /// The maximum number of bytes written before other connections are served.
  private static let turn = 512 << 10

  init(head: [UInt8], body: ServerResponse.Body = .none, length: Int64 = 0) {
    front = head[...]
    self.body = body
    self.length = length
  }

  /// Writes until everything has been written or writing must stop. Also returns the number of bytes written.
  /// - Parameter buffer: Scratch memory.
  mutating func write(
    to transport: Transport, through buffer: UnsafeMutableRawBufferPointer
  ) -> (Step, sentSize: Int) {
    var written = 0
    while !front.isEmpty || offset < length {
      if written >= Self.turn { return (.blocked(.write), written) }
      guard let (wanted, result) = writePiece(to: transport, through: buffer) else { return (.bodyBroken, written) }
      switch result {
      case .count(let count):
        written += count
        let ofFront = min(count, front.count)
        front = front.dropFirst(ofFront)
        offset += Int64(count - ofFront)
        // The socket accepted less than requested, so the next attempt would block.
        if count < wanted { return (.blocked(.write), written) }
      case .blocked(let event): return (.blocked(event), written)
      case .ended, .failed: return (.broken, written)
      }
    }
    return (.complete, written)
  }

  /// Writes the serialized bytes, together with as much of the body as fits into the buffer. A small response thus
  /// needs only one system call. Returns `nil` if the body cannot be read.
  private func writePiece(
    to transport: Transport, through buffer: UnsafeMutableRawBufferPointer
  ) -> (wanted: Int, TransportResult)? {
    if length == 0 || front.count >= buffer.count {
      return (front.count, front.withUnsafeBytes { transport.write($0) })
    }
    if front.isEmpty, case .bytes(let bytes) = body {
      return bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(Self.turn))
        return (rest.count, transport.write(rest))
      }
    }
    front.withUnsafeBytes { buffer.copyMemory(from: $0) }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[front.count...])
    // If serialized bytes are left and the body cannot be read, the next call reports the error.
    let count = front.count + (read(into: room, at: offset) ?? 0)
    guard count > 0 else { return nil }
    return (count, transport.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
  }

  /// Fills the buffer from the body and returns the number of bytes, or `nil` if the body cannot be read.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int? {
    let count = Int(min(Int64(buffer.count), length - offset))
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    switch body {
    case .none, .writer: return 0
    case .bytes(let bytes):
      room.copyBytes(from: bytes[Int(offset)..<(Int(offset) + count)])
      return count
    case .stream(let stream):
      guard let read = try? stream.read(into: room, at: offset), read <= count else { return nil }
      return read
    }
  }
}
