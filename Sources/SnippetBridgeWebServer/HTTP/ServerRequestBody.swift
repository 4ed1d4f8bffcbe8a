import DSBridgeLocks
import Logging

/// The reason why the rest of a request's body does not arrive.
package enum RequestBodyError: Error, Sendable {
  /// The connection ended, the peer took too long, or the request has been answered.
  case cutShort
}

/// The body of a request, in pieces as it arrives. For a single reader.
///
/// The number of unread bytes is limited; at the limit, the connection stops reading from the peer. Unread bytes, and
/// those that the reader has reported as kept, count against the memory that all arriving bodies share.
package final class ServerRequestBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  private struct State {
    /// The bytes that have arrived and are unread. One piece, however many chunks it arrived in.
    var waiting: [UInt8] = []
    /// The number of bytes that the reader has taken and keeps.
    var kept = 0
    /// The part of ``ArrivalBudget`` that the body uses, in bytes.
    var share = 0
    var isComplete = false
    var failure: RequestBodyError?
    var reader: Reader?
  }

  /// The maximum number of unread bytes. One read of the socket may exceed it.
  static let roomSize = 64 << 10

  private struct Source {
    let server: ServerContext
    let peer: String
    let waker: LoopWaker
  }

  /// The connection that the body arrives on, or `nil` for a body that was created from bytes.
  private let source: Source?
  private let state: Mutex<State>

  init(connection: Connection) {
    source = Source(server: connection.server, peer: connection.peer, waker: connection.waker)
    state = Mutex(State())
  }

  /// Creates a body that has arrived completely.
  package init(_ bytes: [UInt8]) {
    source = nil
    state = Mutex(State(waiting: bytes, isComplete: true))
  }

  deinit {
    state.withLock { budget?.giveBack(&$0.share) }
  }

  private var budget: ArrivalBudget? { source?.server.arrivals }

  // MARK: For the handler

  /// Returns the next piece, or `nil` at the end. Throws ``RequestBodyError``.
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
        if hadNoRoom { source?.waker.wake() }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      let reader = state.withLock { $0.reader.take() }
      reader?.resume(throwing: CancellationError())
    }
  }

  /// Reports the number of taken bytes that the reader keeps until the body is complete; 0 when it keeps none any
  /// more. Returns `false` if all arriving bodies together use too much memory.
  package func keep(_ size: Int) -> Bool {
    guard let source else { return true }
    let fits = state.withLock { state in
      guard source.server.arrivals.resize(&state.share, to: size + state.waiting.count) else { return false }
      state.kept = size
      return true
    }
    if !fits {
      source.server.logger.warning(
        "a request was refused: too many request bodies are arriving", metadata: ["peer": "\(source.peer)"])
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
    // Shrinking a share always succeeds.
    _ = budget?.resize(&state.share, to: state.kept)
    return piece
  }

  // MARK: For the connection

  /// Whether more may be read from the peer.
  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.roomSize } }

  enum Appended {
    case room
    /// The buffer is full. The connection must not read more before the handler has read.
    case full
    /// All arriving bodies together use too much memory. These bytes were dropped.
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

  /// Passes the arrived bytes to a waiting reader. Called after each read of the socket, so that many small chunks
  /// resume the reader only once.
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
