import Logging
import Synchronization

/// Names the functions that do not return: a line after the limit, then at twice the time again and again, and one when the function has returned
/// after all. Outside of the web view's queue, which the function may hold.
final class FunctionWatchdog: Sendable {
  fileprivate struct Function {
    let method: String
    let holdsWebView: Bool
    let responder: Responder?
    let start: Duration
    /// The time after which it is reported next.
    var next: Duration
    var isReported = false
  }

  private struct State {
    /// Those that hold nothing.
    var functions: [Int: Function] = [:]
    var lastID = 0
    /// The one that holds the web view. The clock is not asked at each call: each look tells whether it is the one of the look before.
    var held: String?
    var heldCount = 0
    var seen: (count: Int, function: Function)?
    /// Looks after them while there are any.
    var watch: Alarm?
  }

  private let state = Mutex(State())
  private let limit: Duration
  private let logger: Logger
  /// Since this was made.
  private let now: @Sendable () -> Duration
  private let alarm: @Sendable (Duration, @escaping @Sendable () -> Void) -> Alarm

  init(limit: Duration, clock: some Clock<Duration>, logger: Logger) {
    self.limit = max(limit, .milliseconds(1))
    self.logger = logger
    let start = clock.now
    now = { start.duration(to: clock.now) }
    alarm = { Alarm(after: $0, by: clock, $1) }
  }

  deinit {
    state.withLock { $0.watch?.cancel() }
  }

  /// A function begins; `responder` when it may read a sequence, for as long as it likes.
  func began(_ method: String, responder: Responder?) -> Int {
    let now = now()
    return state.withLock { state in
      state.lastID += 1
      state.functions[state.lastID] = Function(
        method: method, holdsWebView: false, responder: responder, start: now, next: limit)
      if state.watch == nil { state.watch = watch(for: limit / 4) }
      return state.lastID
    }
  }

  /// It has returned.
  func ended(_ id: Int) {
    tellReturn(of: state.withLock { $0.functions.removeValue(forKey: id) })
  }

  /// A function begins, and until it returns nothing else happens in the web view.
  func beganToHold(_ method: String) {
    state.withLock { state in
      state.held = method
      state.heldCount &+= 1
      guard state.watch == nil else { return }
      state.watch = watch(for: limit / 4)
      see(&state, at: now())
    }
  }

  /// It has returned.
  func endedHolding() {
    let reported = state.withLock { state -> Function? in
      state.held = nil
      guard let seen = state.seen, seen.count == state.heldCount, seen.function.isReported else { return nil }
      state.seen = nil
      return seen.function
    }
    if let reported { tellReturn(of: reported) }
  }

  private func tellReturn(of function: Function?) {
    guard let function, function.isReported else { return }
    logger.notice("the function has returned after all", metadata: metadata(function, at: now()))
  }

  private func watch(for time: Duration) -> Alarm {
    alarm(time) { [weak self] in self?.look() }
  }

  private func see(_ state: inout State, at now: Duration) {
    if state.seen?.count == state.heldCount { return }
    state.seen = state.held.map { method in
      (state.heldCount, Function(method: method, holdsWebView: true, responder: nil, start: now, next: limit))
    }
  }

  private func look() {
    let now = now()
    let late = state.withLock { state in
      var late: [Function] = []
      for (id, function) in state.functions where function.start + function.next <= now {
        if function.responder?.hasSequence == true {
          state.functions[id] = nil
        } else if let due = state.functions[id]?.report(at: now) {
          late.append(due)
        }
      }
      see(&state, at: now)
      if state.held == nil { state.seen = nil }
      if let due = state.seen?.function.report(at: now) { late.append(due) }
      let next = ([state.seen?.function].compactMap(\.self) + state.functions.values).map { $0.start + $0.next }.min()
      // What begins meanwhile is not known here. When nothing runs, the watch ends.
      state.watch = next.map { watch(for: min($0 - now, limit / 4)) }
      return late
    }
    for function in late {
      if function.holdsWebView {
        logger.warning("a function does not return, and holds its web view", metadata: metadata(function, at: now))
      } else {
        logger.notice("a function has not returned", metadata: metadata(function, at: now))
      }
    }
  }

  private func metadata(_ function: Function, at now: Duration) -> Logger.Metadata {
    ["function": "\(function.method)", "after": "\(now - function.start)"]
  }
}

extension FunctionWatchdog.Function {
  /// Itself, when it is to be reported now.
  fileprivate mutating func report(at now: Duration) -> Self? {
    guard start + next <= now else { return nil }
    isReported = true
    while start + next <= now { next = (next * 2).bounded }
    return self
  }
}
