import Dispatch
import Foundation
import HeapModule
import Locks

/// Calls what is due, on a thread of its own: functions that block may hold all of Swift's pool, and that is when time
/// limits are needed. An action that is cancelled leaves next to nothing behind: most are.
final class Timekeeper: Sendable {
  static let shared = Timekeeper()

  private struct Deadline: Comparable {
    /// On the clock of `DispatchTime`.
    let nanoseconds: UInt64
    let id: Int

    static func < (one: Self, other: Self) -> Bool { one.nanoseconds < other.nanoseconds }
  }

  private struct State {
    var actions: [Int: @Sendable () -> Void] = [:]
    /// Those of cancelled actions are among them for a while.
    var deadlines: Heap<Deadline> = []
    var lastID = 0
    /// Until when the thread sleeps.
    var wakeUp = UInt64.max
    var wakeUps = 0
  }

  private let state: Mutex<State>
  private let signal: DispatchSemaphore

  init() {
    state = Mutex(State())
    signal = DispatchSemaphore(value: 0)
    let thread = Thread { [weak self, signal] in
      while let deadline = self?.callDue() {
        if deadline == .max {
          signal.wait()
        } else {
          _ = signal.wait(timeout: DispatchTime(uptimeNanoseconds: deadline))
        }
      }
    }
    thread.name = "timekeeper"
    thread.start()
  }

  /// The thread must not sleep for ever.
  deinit { signal.signal() }

  /// How often the thread has woken up.
  var wakeUps: Int { state.withLock { $0.wakeUps } }

  /// Calls `action`, on the timekeeper's thread, unless it is cancelled before.
  func schedule(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let (seconds, attoseconds) = max(.zero, delay.bounded).components
    let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    let (id, isFirst) = state.withLock { state in
      state.lastID += 1
      state.actions[state.lastID] = action
      state.deadlines.insert(Deadline(nanoseconds: time.uptimeNanoseconds, id: state.lastID))
      let isFirst = time.uptimeNanoseconds < state.wakeUp
      if isFirst { state.wakeUp = time.uptimeNanoseconds }
      return (state.lastID, isFirst)
    }
    if isFirst { signal.signal() }
    return id
  }

  /// No effect when it was called already.
  func cancel(_ id: Int) {
    // Freed outside of the lock.
    let action = state.withLock { state in
      let action = state.actions.removeValue(forKey: id)
      if state.deadlines.count > 2 * state.actions.count + 64 {
        let actions = state.actions
        state.deadlines = Heap(state.deadlines.unordered.filter { actions[$0.id] != nil })
      }
      return action
    }
    _ = action
  }

  /// Calls what is due. Returns the time of what is due next.
  private func callDue() -> UInt64 {
    state.withLock { $0.wakeUps += 1 }
    while true {
      let due = state.withLock { state in
        let now = DispatchTime.now().uptimeNanoseconds
        var due: [@Sendable () -> Void] = []
        while let first = state.deadlines.min, first.nanoseconds <= now {
          state.deadlines.removeMin()
          if let action = state.actions.removeValue(forKey: first.id) { due.append(action) }
        }
        // While actions run, nobody needs to wake this thread: it looks again before it sleeps.
        state.wakeUp = due.isEmpty ? state.deadlines.min?.nanoseconds ?? .max : 0
        return due
      }
      if due.isEmpty { return state.withLock { $0.wakeUp } }
      for action in due { action() }
    }
  }
}
