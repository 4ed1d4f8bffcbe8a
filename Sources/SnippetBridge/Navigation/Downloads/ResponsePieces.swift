import SnippetBridgeWebServer

/// The body of a response as a sequence of byte arrays, for a reader other than a socket, such as a download.
struct ResponsePieces: AsyncSequence, AsyncIteratorProtocol, Sendable {
  typealias Element = [UInt8]

  private static let pieceSize = 64 << 10

  let length: Int64
  private let read: @Sendable (Int64, Int) throws -> [UInt8]
  private var offset: Int64 = 0

  /// Creates the sequence for `body`. Returns `nil` if the body is empty or is written by a task.
  init?(_ body: ServerResponse.Body) {
    switch body {
    case .none, .writer: return nil
    case .bytes(let bytes): read = { offset, count in Array(bytes[Int(offset)..<Int(offset) + count]) }
    case .stream(let stream):
      read = { offset, count in
        try Array(unsafeUninitializedCapacity: count) { buffer, initialized in
          initialized = try stream.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
      }
    }
    length = body.length
  }

  func makeAsyncIterator() -> ResponsePieces { self }

  mutating func next() async throws -> [UInt8]? {
    guard offset < length else { return nil }
    let piece = try read(offset, Int(Swift.min(Int64(Self.pieceSize), length - offset)))
    offset += Int64(piece.count)
    return piece.isEmpty ? nil : piece
  }
}

/// A response body that a task writes, as a sequence for a reader other than a socket. The task starts when the first
/// part is requested, and is cancelled when the iterator is released.
struct WrittenPieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  /// The length in bytes, or `nil` if it is unknown.
  let length: Int?
  private let write: @Sendable (ResponseWriter) async throws -> Void

  /// The error that a reader receives if the task that writes the body throws an error. The task's own error is only
  /// logged.
  struct Broken: Error {}

  /// Creates the sequence for a body that is written by a task. Returns `nil` for any other body.
  init?(_ body: ServerResponse.Body) {
    guard case .writer(let length, let write) = body else { return nil }
    self.length = length.map { Int($0) }
    self.write = write
  }

  func makeAsyncIterator() -> Iterator { Iterator(length: length, write) }

  final class Iterator: AsyncIteratorProtocol {
    private let writer: ResponseWriter
    private var events: AsyncStream<Void>.Iterator

    fileprivate init(length: Int?, _ write: @escaping @Sendable (ResponseWriter) async throws -> Void) {
      let (events, teller) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      self.events = events.makeAsyncIterator()
      writer = ResponseWriter(length: length.map(Int64.init)) { teller.yield() }
      writer.start(write)
    }

    deinit { writer.cancel() }

    func next() async throws -> [UInt8]? {
      while true {
        switch writer.nextWork() {
        case .bytes(let bytes): if !bytes.isEmpty { return bytes }
        case .complete: return nil
        case .broken: throw Broken()
        case .nothing: guard await events.next() != nil else { throw CancellationError() }
        }
      }
    }
  }
}
