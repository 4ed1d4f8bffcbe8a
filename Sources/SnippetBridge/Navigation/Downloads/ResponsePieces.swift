import WebServer

/// The body of a response, for a reader that is no socket.
struct ResponsePieces: AsyncSequence, Sendable {
  typealias Element = [UInt8]

  private static let pieceSize = 64 << 10

  let length: Int64
  private let read: @Sendable (Int64, Int) throws -> [UInt8]

  /// Nil for one that a task writes, and for none.
  init?(_ body: ServerResponse.Body) {
    switch body {
    case .none: return nil
    case .bytes(let bytes):
      length = Int64(bytes.count)
      read = { offset, count in Array(bytes[Int(offset)..<Int(offset) + count]) }
    case .stream(let stream):
      length = stream.length
      read = { offset, count in
        try Array(unsafeUninitializedCapacity: count) { buffer, initialized in
          initialized = try stream.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
        }
      }
    case .writer: return nil
    }
  }

  func makeAsyncIterator() -> Iterator { Iterator(pieces: self) }

  struct Iterator: AsyncIteratorProtocol {
    fileprivate let pieces: ResponsePieces
    private var offset: Int64 = 0

    fileprivate init(pieces: ResponsePieces) { self.pieces = pieces }

    mutating func next() async throws -> [UInt8]? {
      guard offset < pieces.length else { return nil }
      let piece = try pieces.read(offset, Int(Swift.min(Int64(ResponsePieces.pieceSize), pieces.length - offset)))
      offset += Int64(piece.count)
      return piece.isEmpty ? nil : piece
    }
  }
}
