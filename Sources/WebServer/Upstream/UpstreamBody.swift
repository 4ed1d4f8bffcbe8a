import Locks

/// The body of an upstream server's response, for a reader that is not the peer: in pieces, as it arrives. For one
/// reader.
///
/// What the reader has not taken is bounded: beyond it nothing is read from the upstream server. Who lets go of it ends
/// the exchange.
package final class UpstreamBody: AsyncSequence, Sendable {
  package typealias Element = [UInt8]

  private typealias Reader = CheckedContinuation<[UInt8]?, any Error>

  private struct State {
    /// Has arrived, and nobody has taken it.
    var waiting: [UInt8] = []
    var isComplete = false
    var failure: UpstreamFailure?
    var reader: Reader?
    /// Told when there is room again, and when nobody reads any more.
    var diversion: Diversion?
  }

  /// In bytes; one read of the socket may go beyond it.
  private static let roomSize = 64 << 10

  /// In bytes; nil when the upstream server has not said.
  package let length: Int?
  private let state = Mutex(State())

  init(length: Int?) { self.length = length }

  deinit { state.withLock { $0.diversion.take() }?.wake() }

  // MARK: For the reader

  /// Nil at the end. Throws ``UpstreamFailure`` where it has not come whole.
  package func next() async throws -> [UInt8]? {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: Reader) in
        let (result, diversion) = state.withLock { state -> (Result<[UInt8]?, any Error>?, Diversion?) in
          if !state.waiting.isEmpty {
            defer { state.waiting = [] }
            return (.success(state.waiting), state.waiting.count >= Self.roomSize ? state.diversion : nil)
          }
          if let failure = state.failure { return (.failure(failure), nil) }
          if state.isComplete { return (.success(nil), nil) }
          // Who is cancelled from here on is found by the handler below.
          if Task.isCancelled { return (.failure(CancellationError()), nil) }
          state.reader = continuation
          return (nil, nil)
        }
        diversion?.wake()
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

  func isFilled(by diversion: Diversion) {
    state.withLock { $0.diversion = diversion }
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

  /// Nothing more comes: it is whole, or `failure` says why not.
  func end(_ failure: UpstreamFailure? = nil) {
    let (reader, _) = state.withLock { state in
      (state.isComplete, state.failure) = (failure == nil, failure)
      return (state.reader.take(), state.diversion.take())
    }
    if let failure { reader?.resume(throwing: failure) } else { reader?.resume(returning: nil) }
  }
}
