import Locks

/// A request that waits for its response, which may come from any thread.
///
/// No task or continuation stands between the one that answers and the connection. Swift resumes them on threads of its
/// own, which functions of users may hold (docs/decisions/0009).
package final class PendingResponse: Sendable {
  enum Outcome: Sendable {
    case response(ServerResponse)
    case forward(ForwardedRequest)
  }

  private enum State {
    case waiting(cancel: (@Sendable () -> Void)?)
    case settled(Outcome)
    /// Its response has been taken, or the peer has gone.
    case over
  }

  private let connection: Connection
  private let state = Mutex(State.waiting(cancel: nil))
  private let added = Mutex<AddedHeaders?>(nil)

  init(connection: Connection) {
    self.connection = connection
  }

  /// Whatever the response is, it has these headers. To be called before there is one.
  func add(_ headers: AddedHeaders) {
    added.withLock { $0 = headers }
  }

  /// Only the first response counts; it is dropped when the peer has gone. Never blocks, and never answers before the
  /// handler has returned.
  package func send(_ response: ServerResponse) { settle(.response(response)) }

  /// As ``send(_:)``: an upstream server answers. Its body must not have been read.
  package func forward(_ request: ForwardedRequest) { settle(.forward(request)) }

  private func settle(_ outcome: Outcome) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .settled(outcome)
      return true
    }
    if isFirst { connection.eventLoop.scheduleFlush(of: .connection(connection)) }
  }

  /// Sends what `body` returns. It runs in a task of its own, never on the caller's thread, and is cancelled when the
  /// peer goes away.
  package func sendLater(_ body: @escaping @Sendable () async -> ServerResponse) {
    cancelWithPeer(Task { self.send(await body()) })
  }

  /// The task is cancelled when the peer goes away.
  func cancelWithPeer(_ task: Task<Void, Never>) {
    let isWaiting = state.withLock { state in
      switch state {
      case .waiting: state = .waiting(cancel: task.cancel)
      case .settled: break
      case .over: return false
      }
      return true
    }
    if !isWaiting { task.cancel() }
  }

  // MARK: For the connection

  /// The response, if it is there.
  func take() -> Outcome? {
    let outcome = state.withLock { state -> Outcome? in
      guard case .settled(let outcome) = state else { return nil }
      state = .over
      return outcome
    }
    guard case .response(var response) = outcome, let added = added.withLock({ $0 }) else { return outcome }
    response.set(added)
    return .response(response)
  }

  /// The peer has gone.
  func cancel() {
    let cancel = state.withLock { state in
      defer { state = .over }
      if case .waiting(let cancel) = state { return cancel }
      return nil
    }
    cancel?()
  }
}
