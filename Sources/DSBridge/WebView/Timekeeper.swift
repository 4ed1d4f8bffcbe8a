import Dispatch
import HeapModule
import Synchronization

/// Keeps time limits, on a thread of its own: functions that block may hold all of Swift's pool, and that is when
/// limits are needed. A limit that is taken back leaves next to nothing behind: most are.
final class Timekeeper: TaskExecutor {
  static let shared = Timekeeper()

  private struct Deadline: Comparable {
    /// On the clock of `DispatchTime`.
    let nanoseconds: UInt64
    let id: Int

    static func < (one: Self, other: Self) -> Bool { one.nanoseconds < other.nanoseconds }
  }

  private struct State {
    var actions: [Int: @Sendable () -> Void] = [:]
    /// Those that were taken back are among them for a while.
    var deadlines: Heap<Deadline> = []
    var lastID = 0
    /// When the timer looks next.
    var next = UInt64.max
    var looks = 0
  }

  private let state = Mutex(State())
  private let queue: DispatchQueue
  /// One, set anew: a look that cannot be taken back would ask for another when it finds nothing, for ever.
  /// Sound: never replaced, and Dispatch's sources may be told from any thread.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init() {
    queue = DispatchQueue(label: "DSBridge.Timekeeper")
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.callDue() }
    timer.resume()
  }

  deinit { timer.cancel() }

  /// How often it has looked whether a time is over.
  var looks: Int { state.withLock { $0.looks } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Calls `action`, on the timekeeper's thread, unless it is taken back before.
  func add(after delay: Duration, _ action: @escaping @Sendable () -> Void) -> Int {
    let (seconds, attoseconds) = max(.zero, delay.bounded).components
    let time = DispatchTime.now() + .seconds(Int(seconds)) + .nanoseconds(Int(attoseconds / 1_000_000_000))
    return state.withLock { state in
      state.lastID += 1
      state.actions[state.lastID] = action
      state.deadlines.insert(Deadline(nanoseconds: time.uptimeNanoseconds, id: state.lastID))
      look(at: &state)
      return state.lastID
    }
  }

  /// No effect when it was called already.
  func takeBack(_ id: Int) {
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

  private func look(at state: inout State) {
    guard let first = state.deadlines.min, first.nanoseconds < state.next else { return }
    state.next = first.nanoseconds
    timer.schedule(deadline: DispatchTime(uptimeNanoseconds: first.nanoseconds))
  }

  private func callDue() {
    let due = state.withLock { state in
      let now = DispatchTime.now().uptimeNanoseconds
      var due: [@Sendable () -> Void] = []
      while let first = state.deadlines.min, first.nanoseconds <= now {
        state.deadlines.removeMin()
        if let action = state.actions.removeValue(forKey: first.id) { due.append(action) }
      }
      state.looks += 1
      state.next = .max
      look(at: &state)
      return due
    }
    for action in due { action() }
  }
}
