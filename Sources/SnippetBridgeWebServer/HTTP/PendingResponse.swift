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

  private enum Phase {
    case waiting(cancel: (@Sendable () -> Void)?)
    case settled(Outcome)
    /// The response has been taken, or the peer has disconnected.
    case over
  }

  private let waker: LoopWaker
  private let state: Mutex<(phase: Phase, added: AddedHeaders?, isAwaited: Bool)>

  /// Creates a pending response. The connection calls ``take()`` when the handler has returned. If `isAwaited` is
  /// false, an outcome that is set before this call does not wake the connection.
  init(waker: LoopWaker, isAwaited: Bool) {
    self.waker = waker
    state = Mutex((.waiting(cancel: nil), nil, isAwaited))
  }

  /// Sets headers that are added to the response. Must be called before a response is sent.
  func add(_ headers: AddedHeaders) {
    state.withLock { $0.added = headers }
  }

  /// Sends the response. Only the first response counts, and it is dropped if the peer has disconnected. Never
  /// blocks. The response is not sent before the handler has returned.
  package func send(_ response: ServerResponse) { settle(.response(response)) }

  /// Forwards the request to an upstream server instead of sending a response. Otherwise works like ``send(_:)``. The
  /// request's body must not have been read.
  package func forward(_ request: ForwardedRequest) { settle(.forward(request)) }

  private func settle(_ outcome: Outcome) {
    let mustWake = state.withLock { state in
      guard case .waiting = state.phase else { return false }
      state.phase = .settled(outcome)
      return state.isAwaited
    }
    if mustWake { waker.wake() }
  }

  /// Runs `body` in a new task, never on the caller's thread, and sends its result. The task is cancelled when the peer
  /// disconnects.
  package func sendLater(_ body: @escaping @Sendable () async -> ServerResponse) {
    cancelWithPeer(Task { self.send(await body()) })
  }

  /// Cancels the task when the peer disconnects.
  package func cancelWithPeer(_ task: Task<Void, Never>) {
    let isWaiting = state.withLock { state in
      switch state.phase {
      case .waiting: state.phase = .waiting(cancel: task.cancel)
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
    let (outcome, added) = state.withLock { state -> (Outcome?, AddedHeaders?) in
      state.isAwaited = true
      guard case .settled(let outcome) = state.phase else { return (nil, nil) }
      state.phase = .over
      return (outcome, state.added)
    }
    guard case .response(var response) = outcome, let added else { return outcome }
    response.set(added)
    return .response(response)
  }

  /// Drops the response, and cancels the task that creates it, because the peer has disconnected.
  func cancel() {
    if case .waiting(let cancel) = state.withLock({ exchange(&$0.phase, with: .over) }) { cancel?() }
  }
}
