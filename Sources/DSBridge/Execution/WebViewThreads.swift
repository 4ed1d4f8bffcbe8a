import DSBridgeLocks
import DequeModule
import Dispatch
import Foundation

/// The threads that web views run on: one thread per core, plus additional threads while these are blocked.
///
/// libdispatch is not used, because it creates a thread for each queue that has work. With a thousand pages that each
/// made two calls per second, it created 66 threads. Each thread has its own arena in the C library's heap, so the
/// memory of the process kept growing as long as it was measured (docs/decisions/0009).
final class WebViewThreads: Sendable {
  static let shared = WebViewThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  /// The maximum number of threads. More threads would only wait and use memory.
  private static let most = 512
  /// All threads count as blocked if executors wait, and no thread has begun to run one for this long.
  private static let stall = Duration.milliseconds(10)
  /// The time after which an idle thread ends if there are more threads than cores.
  private static let idleTime = DispatchTimeInterval.seconds(10)

  private struct State {
    var waiting: Deque<QueueExecutor> = []
    /// The semaphores on which idle threads sleep. The thread that became idle last is woken first.
    var idle: [DispatchSemaphore] = []
    var count = 0
    /// The number of rounds that have begun. In a round, a thread runs the pending work of one executor.
    var begun = 0
    var isWatched = false
  }

  private enum Next {
    case run(QueueExecutor)
    case sleep
    case end
  }

  private let state = Mutex(State())
  private let count: Int

  init(count: Int) {
    self.count = max(1, count)
  }

  /// Schedules a round of the executor, in which a thread runs its pending work.
  func run(_ executor: QueueExecutor) {
    let sleeper = state.withLock { state -> DispatchSemaphore? in
      state.waiting.append(executor)
      if let sleeper = state.idle.popLast() { return sleeper }
      if state.count < count {
        add(to: &state)
      } else if !state.isWatched {
        state.isWatched = true
        watch(from: state.begun)
      }
      return nil
    }
    sleeper?.signal()
  }

  private func add(to state: inout State) {
    state.count += 1
    let thread = Thread { [self] in work() }
    thread.name = "web-view"
    thread.start()
  }

  /// The main function of each thread: runs rounds until the thread ends.
  private func work() {
    let sleep = DispatchSemaphore(value: 0)
    var isLate = false
    var unfinished: QueueExecutor?
    while true {
      switch next(after: unfinished, sleep, isLate: isLate) {
      case .run(let executor):
        // Runs one round, and then puts an executor that has more work at the end of the queue. So a web view with a
        // busy page does not block the other web views.
        unfinished = executor.runRound() ? executor : nil
        isLate = false
      case .sleep:
        isLate = sleep.wait(timeout: .now() + Self.idleTime) == .timedOut
      case .end: return
      }
    }
  }

  private func next(after unfinished: QueueExecutor?, _ sleep: DispatchSemaphore, isLate: Bool) -> Next {
    state.withLock { state in
      if let unfinished { state.waiting.append(unfinished) }
      if let executor = state.waiting.popFirst() {
        state.idle.removeAll { $0 === sleep }
        state.begun += 1
        return .run(executor)
      }
      if isLate, state.count > count, let place = state.idle.firstIndex(where: { $0 === sleep }) {
        state.idle.remove(at: place)
        state.count -= 1
        return .end
      }
      if !state.idle.contains(where: { $0 === sleep }) { state.idle.append(sleep) }
      return .sleep
    }
  }

  /// Checks at intervals of ``stall``, as long as executors wait for a thread, whether a round has begun since the last
  /// check. If not, adds threads.
  private func watch(from begun: Int) {
    // The check does not run on a global libdispatch queue, because actors' functions may block the threads of that
    // queue.
    _ = Timekeeper.shared.schedule(after: Self.stall) { [self] in
      state.withLock { state in
        guard !state.waiting.isEmpty else { return state.isWatched = false }
        if state.begun == begun {
          for _ in 0..<max(0, min(state.waiting.count, Self.most - state.count)) { add(to: &state) }
        }
        watch(from: state.begun)
      }
    }
  }
}
