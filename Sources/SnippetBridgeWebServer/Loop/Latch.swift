import DSBridgeLocks

/// A latch that a thread opens once, when it has finished its work. Waiting for the latch also joins the thread.
final class Latch: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var thread: Thread?
  }

  private let state = Mutex(State())

  func keep(_ thread: Thread) { state.withLock { $0.thread = thread } }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when the thread has ended.
  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
    // The thread opens the latch as its last step, so joining the thread does not block for long.
    state.withLock { state in
      defer { state.thread = nil }
      return state.thread
    }?.join()
  }
}
