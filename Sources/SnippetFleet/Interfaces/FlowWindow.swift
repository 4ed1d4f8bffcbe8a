import DSBridgeLocks

/// The values of a sequence that were sent to another session but that it has not processed. A sequence pauses when
/// there are too many.
final class FlowWindow: Sendable {
  private struct State {
    var unprocessed = 0
    var isOver = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The maximum number of values. The caller reports processed values in groups of half this number.
  static let size = 64

  private let state = Mutex(State())

  func sent() {
    state.withLock { $0.unprocessed += 1 }
  }

  /// Waits until the caller has processed enough values.
  func pause() async {
    await withCheckedContinuation { continuation in
      let mayContinue = state.withLock { state in
        if state.isOver || state.unprocessed < Self.size { return true }
        state.waiting.append(continuation)
        return false
      }
      if mayContinue { continuation.resume() }
    }
  }

  func processed(_ count: Int) {
    resume { $0.unprocessed = max(0, $0.unprocessed - count) }
  }

  /// Ends all waiting, because the call was cancelled.
  func end() {
    resume { $0.isOver = true }
  }

  private func resume(_ body: (inout sending State) -> Void) {
    let waiting = state.withLock { state -> [CheckedContinuation<Void, Never>] in
      body(&state)
      guard state.isOver || state.unprocessed < Self.size else { return [] }
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
