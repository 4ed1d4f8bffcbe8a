import Logging
import Locks

/// Why the rest of a request's body does not come.
package enum RequestBodyError: Error, Sendable {
  /// The connection ended, the peer took too long, or the request has been answered.
  case cutShort
}

/// The body of a request, in pieces, as it arrives. For one reader.
///
/// What nobody has read yet is bounded: beyond it the peer waits. That, and what the reader says it keeps, is taken
/// from the room that all arriving bodies share.
package final class ServerRequestBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  private struct State {
    /// Has arrived, and nobody has taken it. One piece, however many chunks it came in.
    var waiting: [UInt8] = []
    /// What its reader keeps of what was taken, in bytes.
    var kept = 0
    /// What it has of ``ArrivalBudget``, in bytes.
    var share = 0
    var isComplete = false
    var failure: RequestBodyError?
    var reader: Reader?
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
    state = Mutex(State(waiting: bytes, isComplete: true))
  }

  deinit {
    state.withLock { budget?.giveBack(&$0.share) }
  }

  private var budget: ArrivalBudget? { connection?.server.arrivals }

  // MARK: For the handler

  /// Nil at the end. Throws ``RequestBodyError``.
  package func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let (result, hadNoRoom) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Bool) in
          if !state.waiting.isEmpty {
            let hadNoRoom = state.waiting.count >= Self.roomSize
            return (.success(take(from: &state)), hadNoRoom)
          }
          if let failure = state.failure { return (.failure(failure), false) }
          if state.isComplete { return (.success(nil), false) }
          if Task.isCancelled { return (.failure(CancellationError()), false) }
          state.reader = continuation
          return (nil, false)
        }
        if hadNoRoom, let connection { connection.eventLoop.scheduleFlush(of: .connection(connection)) }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let reader = state.withLock { $0.reader.take() }
      reader?.resume(throwing: CancellationError())
    }
  }

  /// Says that the reader keeps so many bytes of it until it has all; 0: none any more. False where all bodies together
  /// take too much already.
  package func keep(_ size: Int) -> Bool {
    guard let connection else { return true }
    let fits = state.withLock { state in
      guard connection.server.arrivals.resize(&state.share, to: size + state.waiting.count) else { return false }
      state.kept = size
      return true
    }
    if !fits {
      connection.server.logger.warning(
        "a request was refused: too much is arriving", metadata: ["peer": "\(connection.peer)"])
    }
    return fits
  }

  package struct AsyncIterator: AsyncIteratorProtocol {
    let body: ServerRequestBody
    package mutating func next() async throws -> [UInt8]? { try await body.next() }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

  private func take(from state: inout State) -> [UInt8] {
    let piece = state.waiting
    state.waiting = []
    // There is always room for less.
    _ = budget?.resize(&state.share, to: state.kept)
    return piece
  }

  // MARK: For the connection

  /// Whether more may be read from the peer.
  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.roomSize } }

  enum Appended {
    case room
    /// Nothing more may be read until the handler has.
    case full
    /// All bodies together take too much: these bytes are not kept.
    case overBudget
  }

  func append(_ bytes: UnsafeBufferPointer<UInt8>) -> Appended {
    let (appended, reader, piece) = state.withLock { state -> (Appended, Reader?, [UInt8]) in
      let size = state.waiting.count + bytes.count
      guard budget?.resize(&state.share, to: state.kept + size) != false else { return (.overBudget, nil, []) }
      state.waiting.append(contentsOf: bytes)
      guard size >= Self.roomSize else { return (.room, nil, []) }
      guard let reader = state.reader.take() else { return (.full, nil, []) }
      return (.room, reader, take(from: &state))
    }
    reader?.resume(returning: piece)
    return appended
  }

  /// Hands what has arrived to who waits for it: after each read of the socket, so that many small chunks cost one
  /// hand-over.
  func deliver() {
    let (reader, piece) = state.withLock { state -> (Reader?, [UInt8]) in
      guard !state.waiting.isEmpty, let reader = state.reader.take() else { return (nil, []) }
      return (reader, take(from: &state))
    }
    reader?.resume(returning: piece)
  }

  func complete() {
    deliver()
    let reader = state.withLock { state in
      state.isComplete = true
      return state.reader.take()
    }
    reader?.resume(returning: nil)
  }

  func fail() {
    let reader = state.withLock { state in
      state.failure = .cutShort
      return state.reader.take()
    }
    reader?.resume(throwing: RequestBodyError.cutShort)
  }
}
