import DSBridgeLocks

/// A request that waits for its response, which may be sent from any thread.
///
/// No task or continuation is used to pass the response to the connection. Swift resumes these on its own threads,
/// which the program's functions may block (docs/decisions/0009).
package final class PendingResponse: Sendable {
  enum Outcome: Sendable {
    case response(ServerResponse)
    case forward(ForwardedRequest)
  }

  private enum State {
    case waiting(cancel: (@Sendable () -> Void)?)
    case settled(Outcome)
    /// The response has been taken, or the peer has disconnected.
    case over
  }

  private let waker: LoopWaker
  private let state = Mutex(State.waiting(cancel: nil))
  private let added = Mutex<AddedHeaders?>(nil)

  init(waker: LoopWaker) {
    self.waker = waker
  }

  /// Sets headers that are added to the response. Must be called before a response is sent.
  func add(_ headers: AddedHeaders) {
    added.withLock { $0 = headers }
  }

  /// Sends the response. Only the first response counts, and it is dropped if the peer has disconnected. Never
  /// blocks. The response is not sent before the handler has returned.
  package func send(_ response: ServerResponse) { settle(.response(response)) }

  /// Forwards the request to an upstream server instead of sending a response. Otherwise works like ``send(_:)``. The
  /// request's body must not have been read.
  package func forward(_ request: ForwardedRequest) { settle(.forward(request)) }

  private func settle(_ outcome: Outcome) {
    let isFirst = state.withLock { state in
      guard case .waiting = state else { return false }
      state = .settled(outcome)
      return true
    }
    if isFirst { waker.wake() }
  }

  /// Runs `body` in a new task, never on the caller's thread, and sends its result. The task is cancelled when the peer
  /// disconnects.
  package func sendLater(_ body: @escaping @Sendable () async -> ServerResponse) {
    cancelWithPeer(Task { self.send(await body()) })
  }

  /// Cancels the task when the peer disconnects.
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

  /// Returns the outcome once, if it is available. Later calls return `nil`.
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

  /// Drops the response, and cancels the task that creates it, because the peer has disconnected.
  func cancel() {
    let cancel = state.withLock { state in
      defer { state = .over }
      if case .waiting(let cancel) = state { return cancel }
      return nil
    }
    cancel?()
  }
}
