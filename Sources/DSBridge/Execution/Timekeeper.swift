import DSBridgeLocks
import Dispatch
import Foundation
import HeapModule

/// A timer service that calls scheduled actions on its own thread, so that time limits work even when functions block
/// all threads of Swift's pool. Most actions are cancelled. Therefore ``cancel(_:)`` releases the action immediately
/// and leaves only its small deadline in memory.
final class Timekeeper: Sendable {
  static let shared = Timekeeper()

  private struct Deadline: Comparable {
    /// The deadline, as `DispatchTime.uptimeNanoseconds`.
    let nanoseconds: UInt64
    let id: Int

    static func < (one: Self, other: Self) -> Bool { one.nanoseconds < other.nanoseconds }
  }

  private struct State {
    var actions: [Int: @Sendable () -> Void] = [:]
    /// The deadlines, including those of recently cancelled actions.
    var deadlines: Heap<Deadline> = []
    var lastID = 0
    /// The time until which the thread sleeps; `.max` for no limit.
    var wakeUp = UInt64.max
    var wakeUps = 0
  }

  private let state = Mutex(State())
  private let signal = DispatchSemaphore(value: 0)

  init() {
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

  /// Wakes the thread, which then ends instead of sleeping forever.
  deinit { signal.signal() }

  /// The number of times that the thread has woken up.
  var wakeUps: Int { state.withLock { $0.wakeUps } }

  /// Schedules `action` to be called on the timekeeper's thread. Returns an id for ``cancel(_:)``.
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

  /// Cancels an action. No effect if it has already been called.
  func cancel(_ id: Int) {
    // The action is released outside of the lock, because its release may run other code.
    _ = state.withLock { state in
      let action = state.actions.removeValue(forKey: id)
      if state.deadlines.count > 2 * state.actions.count + 64 {
        let actions = state.actions
        state.deadlines = Heap(state.deadlines.unordered.filter { actions[$0.id] != nil })
      }
      return action
    }
  }

  /// Calls the actions that are due. Returns the time of the next deadline, or `.max` if there is none.
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
        // While actions run, `schedule` need not wake this thread, which checks the deadlines again before it sleeps.
        state.wakeUp = due.isEmpty ? state.deadlines.min?.nanoseconds ?? .max : 0
        return due
      }
      if due.isEmpty { return state.withLock { $0.wakeUp } }
      for action in due { action() }
    }
  }
}
