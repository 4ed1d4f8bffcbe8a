import DSBridgeLocks

/// The body of an upstream server's response, in pieces as it arrives, for a reader other than the peer. For a single
/// reader.
///
/// The number of unread bytes is limited; at the limit, nothing is read from the upstream server. Releasing the body
/// ends the exchange.
package final class UpstreamBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  private struct State {
    /// The bytes that have arrived and are unread.
    var waiting: [UInt8] = []
    var isComplete = false
    var failure: UpstreamFailure?
    var reader: Reader?
    /// Notifies the diversion when there is room again, and when the body is released.
    var waker: LoopWaker?
  }

  /// The maximum number of unread bytes. One read of the socket may exceed it.
  private static let roomSize = 64 << 10

  /// The length in bytes, or `nil` if it is unknown.
  package let length: Int?
  private let state = Mutex(State())

  init(length: Int?) { self.length = length }

  deinit { state.withLock { $0.waker.take() }?.wake() }

  // MARK: For the reader

  /// Returns the next piece, or `nil` at the end. Throws ``UpstreamFailure`` if the body is incomplete.
  package func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Reader) in
        let (result, waker) = state.withLock { state -> (Result<[UInt8]?, any Error>?, LoopWaker?) in
          if !state.waiting.isEmpty {
            defer { state.waiting = [] }
            return (.success(state.waiting), state.waiting.count >= Self.roomSize ? state.waker : nil)
          }
          if let failure = state.failure { return (.failure(failure), nil) }
          if state.isComplete { return (.success(nil), nil) }
          // The handler below finds a task that is cancelled from here on.
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

  package struct AsyncIterator: AsyncIteratorProtocol {
    let body: UpstreamBody
    package mutating func next() async throws -> [UInt8]? { try await body.next() }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(body: self) }

  // MARK: For the diversion

  /// Sets the waker of the diversion that fills the body.
  func begin(_ waker: LoopWaker) {
    state.withLock { $0.waker = waker }
  }

  var hasRoom: Bool { state.withLock { $0.waiting.count < Self.roomSize } }

  func append(_ bytes: [UInt8]) {
    guard !bytes.isEmpty else { return }
    let reader = state.withLock { state -> Reader? in
      guard let reader = state.reader.take() else {
        state.waiting += bytes
        return nil
      }
      return reader
    }
    reader?.resume(returning: bytes)
  }

  /// Ends the body.
  /// - Parameter failure: The reason why the body is incomplete, or `nil` if it is complete.
  func end(_ failure: UpstreamFailure? = nil) {
    let (reader, _) = state.withLock { state in
      (state.isComplete, state.failure) = (failure == nil, failure)
      return (state.reader.take(), state.waker.take())
    }
    if let failure { reader?.resume(throwing: failure) } else { reader?.resume(returning: nil) }
  }
}
