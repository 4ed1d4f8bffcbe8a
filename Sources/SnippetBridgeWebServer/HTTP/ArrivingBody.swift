import DSBridgeLocks
import Logging

/// The reason why the remainder of a request's body will not arrive.
package enum RequestBodyError: Error, Sendable {
  /// The connection ended, the peer took too long, or the request has been answered.
  case cutShort
}

/// The body of a peer's request or of an upstream server's response, delivered in pieces as it arrives. Supports a
/// single reader.
///
/// The number of unread bytes is limited; at the limit, the loop stops reading from the sender. Unread bytes of
/// requests, and bytes that the reader has reported as kept, count against the memory budget that all arriving bodies
/// share. If the reader releases the body of a response before its end, the connection to the upstream server is
/// closed.
package final class ArrivingBody: AsyncSequence, AsyncIteratorProtocol, Sendable {
  package typealias Element = [UInt8]
  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  private struct State {
    /// The bytes that have arrived and are unread, as one piece regardless of the number of chunks.
    var waiting: [UInt8] = []
    /// The number of bytes that the reader has taken and still keeps in memory.
    var kept = 0
    /// The part of ``ArrivalBudget`` that the body uses, in bytes.
    var share = 0
    /// The end of the body, or the reason why the body is incomplete; `nil` while more bytes may arrive.
    var end: Result<[UInt8]?, any Error>?
    var reader: Reader?
    /// The waker that notifies the loop when there is room again, and when the body is released before its end.
    var waker: LoopWaker?
  }

  /// The maximum number of unread bytes. A single read from the socket may exceed it.
  static let roomSize = 64 << 10

  /// The length in bytes, or `nil` if it is unknown.
  package let length: Int?
  /// The server and the peer of the request that has this body, or `nil` for other bodies.
  private let source: (server: ServerContext, peer: String)?
  private let state: Mutex<State>

  /// Creates the body of a response, or of the request of `connection`.
  init(length: Int? = nil, connection: Connection? = nil) {
    self.length = length
    source = connection.map { ($0.server, $0.peer) }
    state = Mutex(State(waker: connection?.waker))
  }

  /// Creates a body that has arrived completely.
  package convenience init(_ bytes: [UInt8]) {
    self.init(length: bytes.count)
    state.withLock { ($0.waiting, $0.end) = (bytes, .success(nil)) }
  }

  deinit {
    let waker = state.withLock { state in
      budget?.giveBack(&state.share)
      return state.waker
    }
    waker?.wake()
  }

  private var budget: ArrivalBudget? { source?.server.arrivals }

  // MARK: For the reader

  /// Returns the next piece, or `nil` at the end. Throws ``RequestBodyError`` or ``UpstreamFailure`` if the body is
  /// incomplete.
  package func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Reader) in
        let (result, waker) = state.withLock { state -> (Result<[UInt8]?, any Error>?, LoopWaker?) in
          if !state.waiting.isEmpty {
            let waker = state.waiting.count >= Self.roomSize ? state.waker : nil
            return (.success(take(from: &state)), waker)
          }
          if let end = state.end { return (end, nil) }
          // If the task is cancelled after this check, the cancellation handler below finds the continuation.
          if Task.isCancelled { return (.failure(CancellationError()), nil) }
          state.reader = continuation
          return (nil, nil)
        }
        waker?.wake()
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      state.withLock { $0.reader.take() }?.resume(throwing: CancellationError())
    }
  }

  /// Reports the number of bytes that the reader has taken and still keeps in memory; 0 when it has released them.
  /// Returns `false` if all arriving bodies together would use too much memory.
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

  package func makeAsyncIterator() -> ArrivingBody { self }

  private func take(from state: inout State) -> [UInt8] {
    // Shrinking a share always succeeds, so the result is ignored.
    _ = budget?.resize(&state.share, to: state.kept)
    return exchange(&state.waiting, with: [])
  }

  // MARK: For the loop

  /// Sets the waker of the ``Diversion``, which reads an upstream server's response into this body.
  func begin(_ waker: LoopWaker) { state.withLock { $0.waker = waker } }

  /// Whether more bytes may be read from the sender.
  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.roomSize } }

  enum Appended {
    case room
    /// The buffer is full. The loop must not read from the sender until the reader has taken bytes.
    case full
    /// All arriving bodies together would use too much memory. The appended bytes were dropped.
    case overBudget
  }

  /// Appends bytes, which ``deliver()`` passes on to the reader.
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

  /// Ends the body.
  /// - Parameter failure: The reason why the body is incomplete, or `nil` if it is complete.
  func end(_ failure: (any Error)? = nil) {
    deliver()
    let end: Result<[UInt8]?, any Error> = failure.map { .failure($0) } ?? .success(nil)
    let reader = state.withLock { state in
      (state.end, state.waker) = (end, nil)
      return state.reader.take()
    }
    reader?.resume(with: end)
  }
}
