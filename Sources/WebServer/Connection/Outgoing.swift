/// A response on its way out: its head, then its body.
struct Outgoing {
  /// What is written already and the socket has not taken: the head, a chunk of a body that is made as it goes.
  private var front: ArraySlice<UInt8>
  private let body: ServerResponse.Body
  /// Of the body, in bytes; what a ``ResponseWriter`` brings is not counted.
  private let length: Int64
  private var offset: Int64 = 0
  /// Since somebody asked, in bytes.
  private var sentSize: Int64 = 0

  enum Step {
    /// All is out.
    case complete
    /// To be tried again when the descriptor is ready for this: the socket takes no more for now, or other connections
    /// have their turn.
    case blocked(IOWatcher.Event)
    /// The socket or the body is broken.
    case broken(BrokenPart)
  }

  enum BrokenPart {
    case connection
    case body
  }

  /// In bytes: so much is written before others have their turn.
  private static let turn = 512 << 10

  init(head: [UInt8], body: ServerResponse.Body = .none, length: Int64 = 0) {
    front = head[...]
    self.body = body
    self.length = length
  }

  /// Writes until all is out or something stops it. `buffer` is free to use.
  mutating func write(to transport: Transport, through buffer: UnsafeMutableRawBufferPointer) -> Step {
    var written = 0
    while true {
      if front.isEmpty && offset == length { return .complete }
      if written >= Self.turn { return .blocked(.write) }
      let wanted: Int
      let result: TransportResult
      if !front.isEmpty {
        (wanted, result) = writeFront(to: transport, through: buffer)
      } else {
        guard let piece = writePiece(to: transport, through: buffer) else { return .broken(.body) }
        (wanted, result) = piece
      }
      switch result {
      case .count(let count):
        written += count
        advance(by: count)
        // Less than all: the next attempt would find no room.
        if count < wanted { return .blocked(.write) }
      case .blocked(let event): return .blocked(event)
      case .ended, .failed: return .broken(.connection)
      }
    }
  }

  /// With the body's start behind it, as far as it fits: a small response is one system call.
  private func writeFront(
    to transport: Transport, through buffer: UnsafeMutableRawBufferPointer
  ) -> (wanted: Int, TransportResult) {
    guard front.count < buffer.count, length > 0 else {
      return (front.count, front.withUnsafeBytes { transport.write($0) })
    }
    front.withUnsafeBytes { buffer.copyMemory(from: $0) }
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[front.count...])
    // What cannot be read is noticed when it is its turn.
    let count = front.count + (read(into: room, at: 0) ?? 0)
    return (count, transport.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
  }

  /// Nil when the body cannot be read.
  private func writePiece(
    to transport: Transport, through buffer: UnsafeMutableRawBufferPointer
  ) -> (wanted: Int, TransportResult)? {
    if case .bytes(let bytes) = body {
      return bytes.withUnsafeBytes { bytes in
        let rest = UnsafeRawBufferPointer(rebasing: bytes[Int(offset)...].prefix(Self.turn))
        return (rest.count, transport.write(rest))
      }
    }
    guard let count = read(into: buffer, at: offset), count > 0 else { return nil }
    return (count, transport.write(UnsafeRawBufferPointer(rebasing: buffer[..<count])))
  }

  /// Fills the buffer from the body as far as it reaches; nil when it cannot be read.
  private func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) -> Int? {
    let count = Int(min(Int64(buffer.count), length - offset))
    let room = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
    switch body {
    case .none, .writer: return 0
    case .bytes(let bytes):
      bytes.withUnsafeBytes {
        room.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[Int(offset)..<Int(offset) + count]))
      }
      return count
    case .stream(let stream):
      guard let read = try? stream.read(into: room, at: offset), read <= count else { return nil }
      return read
    }
  }

  /// What was written since the last time, in bytes.
  mutating func takeSentSize() -> Int64 {
    defer { sentSize = 0 }
    return sentSize
  }

  private mutating func advance(by count: Int) {
    sentSize += Int64(count)
    let ofFront = min(count, front.count)
    front = front.dropFirst(ofFront)
    offset += Int64(count - ofFront)
  }
}
