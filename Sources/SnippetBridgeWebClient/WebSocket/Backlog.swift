import DSBridgeLocks

/// A limit on pending data. The task that adds data is suspended while the pending amount exceeds the limit.
final class Backlog: Sendable {
  private struct State {
    var waiting = 0
    var filler: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// Adds to the pending amount. Returns when the amount is within the limit or the backlog has ended. Only one task at
  /// a time may call this function.
  func add(_ count: Int) async {
    await withCheckedContinuation { filler in
      let hasRoom = state.withLock { state in
        state.waiting += count
        guard !state.isOver, state.waiting > limit else { return true }
        state.filler = filler
        return false
      }
      if hasRoom { filler.resume() }
    }
  }

  func remove(_ count: Int) {
    release { state in
      state.waiting -= count
      return state.waiting <= limit
    }
  }

  /// Ends the backlog. From now on, no task is suspended.
  func end() {
    release { state in
      state.isOver = true
      return true
    }
  }

  private func release(_ change: (inout State) -> Bool) {
    let filler = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard change(&state) else { return nil }
      defer { state.filler = nil }
      return state.filler
    }
    filler?.resume()
  }
}
