import Synchronization

/// Why the rest of a request's body does not come.
package enum RequestBodyError: Error, Sendable {
  /// The connection ended, or the peer took too long.
  case cutShort
  /// It is over its limit, in bytes.
  case tooLarge(limit: Int)
}

/// The body of a request, in pieces, as it arrives. For one reader.
///
/// Only so much waits to be read; beyond that the peer waits.
package final class RequestBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private struct State {
    var pieces: [[UInt8]] = []
    var size = 0
    var isComplete = false
    var failure: RequestBodyError?
    var reader: CheckedContinuation<[UInt8]?, any Error>?
  }

  /// In bytes; one read of the socket may go beyond it.
  static let roomSize = 64 << 10

  /// Nil when all of it is here.
  private let connection: Connection?
  private let state: Mutex<State>

  init(connection: Connection) {
    self.connection = connection
    state = Mutex(State())
  }

  /// One that has arrived.
  package init(_ bytes: [UInt8]) {
    connection = nil
    state = Mutex(State(pieces: bytes.isEmpty ? [] : [bytes], size: bytes.count, isComplete: true))
  }

  // MARK: For the handler

  /// Nil at the end. Throws ``RequestBodyError``.
  package func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, hadNoRoom) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Bool) in
          if !state.pieces.isEmpty {
            let hadNoRoom = state.size >= Self.roomSize
            let piece = state.pieces.removeFirst()
            state.size -= piece.count
            return (.success(piece), hadNoRoom)
          }
          if let failure = state.failure { return (.failure(failure), false) }
          if state.isComplete { return (.success(nil), false) }
          if Task.isCancelled { return (.failure(CancellationError()), false) }
          state.reader = continuation
          return (nil, true)
        }
        if hadNoRoom, let connection { connection.eventLoop.scheduleFlush(of: .connection(connection)) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let reader = state.withLock { state in
        defer { state.reader = nil }
        return state.reader
      }
      reader?.resume(throwing: CancellationError())
    }
  }

  /// All of it. Throws ``RequestBodyError/tooLarge(limit:)`` when there is more than `limit` bytes.
  package func collect(upTo limit: Int) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in self {
      guard bytes.count + piece.count <= limit else { throw RequestBodyError.tooLarge(limit: limit) }
      bytes += piece
    }
    return bytes
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    let body: RequestBody
    package mutating func next() async throws -> [UInt8]? { try await body.next() }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

  // MARK: For the connection

  /// Whether more may be read from the peer.
  var hasRoom: Bool { state.withLock { $0.size < Self.roomSize } }

  /// Whether somebody waits for the next piece.
  var isAwaited: Bool { state.withLock { $0.reader != nil } }

  func append(_ piece: [UInt8]) {
    let reader = state.withLock { state -> CheckedContinuation<[UInt8]?, any Error>? in
      if let reader = state.reader {
        state.reader = nil
        return reader
      }
      state.pieces.append(piece)
      state.size += piece.count
      return nil
    }
    reader?.resume(returning: piece)
  }

  func complete() {
    let reader = state.withLock { state in
      state.isComplete = true
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(returning: nil)
  }

  func fail() {
    let reader = state.withLock { state in
      state.failure = .cutShort
      defer { state.reader = nil }
      return state.reader
    }
    reader?.resume(throwing: RequestBodyError.cutShort)
  }
}
