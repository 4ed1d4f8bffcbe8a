import DequeModule
import Dispatch
import Foundation
import Locks

/// The threads that web views run on: one for each core, and more while those do not get on.
///
/// Not libdispatch's: it makes a thread for each queue that has something to do. A thousand pages that called two times
/// a second had 66, and as each makes its own arena in the C library's heap, the process grew for as long as one looked
/// (docs/decisions/0009).
final class WebViewThreads: Sendable {
  static let shared = WebViewThreads(count: ProcessInfo.processInfo.activeProcessorCount)

  /// More only wait for more memory.
  private static let most = 512
  /// When nobody has begun anything for this long, those who should are blocked.
  private static let stall = Duration.milliseconds(10)
  /// One that was added goes when it has had nothing to do for this long.
  private static let idleTime = DispatchTimeInterval.seconds(10)

  private struct State {
    var waiting: Deque<QueueExecutor> = []
    /// What those that have nothing to do sleep on; the one that has slept least is woken first.
    var idle: [DispatchSemaphore] = []
    var count = 0
    /// How often something was begun.
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

  /// Has the executor run, soon.
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

  /// The whole life of a thread.
  private func work() {
    let sleep = DispatchSemaphore(value: 0)
    var isLate = false
    var unfinished: QueueExecutor?
    while true {
      switch next(after: unfinished, sleep, isLate: isLate) {
      case .run(let executor):
        // One round at a time: a web view whose page never pauses stops no other.
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

  /// While something waits: adds threads when nothing was begun since the last look.
  private func watch(from begun: Int) {
    // Not by a global queue, whose threads the functions of actors may block.
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
