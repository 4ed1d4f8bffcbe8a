import DSBridgeLocks
import Foundation

/// The server's URLs, which become available when the server is listening. Any number of tasks may wait for them.
final class Listening: Sendable {
  private struct State {
    var result: Result<[URL], any Error>?
    var waiters: [CheckedContinuation<[URL], any Error>] = []
  }

  private let state = Mutex(State())

  var value: [URL] {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiters.append(continuation) }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    }
  }

  func succeed(_ urls: [URL]) { finish(.success(urls)) }
  func fail(_ error: any Error) { finish(.failure(error)) }

  private func finish(_ result: Result<[URL], any Error>) {
    let waiters = state.withLock { state in
      state.result = result
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume(with: result) }
  }
}
