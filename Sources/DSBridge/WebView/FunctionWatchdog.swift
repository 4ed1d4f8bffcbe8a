import Logging
import Synchronization

/// Names the functions that do not return: a line after the limit, then at twice the time again and again, and one when
/// the function has returned after all. Outside of the web view's queue, which the function may hold.
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
    /// Of the one that holds the web view, or has held it last.
    var held = ""
    /// More of that name may follow.
    var isHolding = false
    /// The one that held the web view at the last look.
    var seen: (mark: Int, function: Function)?
    /// Looks after them while there are any.
    var watch: Alarm?
  }

  private let state = Mutex(State())
  /// Odd while a function holds the web view, another number for each. Only what is in the web view's isolation changes
  /// it.
  ///
  /// Neither the clock is asked nor the lock taken at each call: each look tells whether it is the function of the look
  /// before.
  private let mark = Atomic(0)
  /// The mark of the one that holds the web view and was reported.
  private let reported = Atomic(0)
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

  /// A function begins, and until it returns nothing else happens in the web view. After ``returned()`` others of its
  /// name may begin by ``beganAgain()``, until ``endedHolding()``.
  func began(holding method: String) {
    state.withLock { state in
      state.held = method
      state.isHolding = true
      beganAgain()
      guard state.watch == nil else { return }
      // Before the alarm is set: the time of now is that of its beginning.
      _ = see(&state, at: now())
      state.watch = watch(for: limit / 4)
    }
  }

  /// A function of the same name as the one before.
  func beganAgain() {
    mark.store(mark.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// The function that holds the web view has returned.
  func returned() {
    let ended = mark.load(ordering: .relaxed)
    mark.store(ended &+ 1, ordering: .releasing)
    // One that is reported at this very moment is told of by the next look, or the end.
    if reported.load(ordering: .relaxed) == ended { tellReturn(of: state.withLock { see(&$0, at: now()) }) }
  }

  /// For now, no more functions hold the web view.
  func endedHolding() {
    let reported = state.withLock { state -> Function? in
      state.isHolding = false
      return state.seen?.function.isReported == true ? see(&state, at: now()) : nil
    }
    tellReturn(of: reported)
  }

  private func tellReturn(of function: Function?) {
    guard let function, function.isReported else { return }
    logger.notice("the function has returned after all", metadata: metadata(function, at: now()))
  }

  private func watch(for time: Duration) -> Alarm {
    alarm(time) { [weak self] in self?.look() }
  }

  /// Notes what holds the web view. What it held at the last look, if that was reported and has returned.
  private func see(_ state: inout State, at now: Duration) -> Function? {
    let mark = mark.load(ordering: .acquiring)
    if let seen = state.seen, seen.mark == mark { return nil }
    defer {
      state.seen =
        mark.isMultiple(of: 2)
        ? nil : (mark, Function(method: state.held, holdsWebView: true, responder: nil, start: now, next: limit))
    }
    return state.seen?.function.isReported == true ? state.seen?.function : nil
  }

  private func look() {
    let now = now()
    let (late, returned) = state.withLock { state in
      var late: [Function] = []
      for (id, function) in state.functions where function.start + function.next <= now {
        if function.responder?.hasSequence == true {
          state.functions[id] = nil
        } else if let due = state.functions[id]?.report(at: now) {
          late.append(due)
        }
      }
      let returned = see(&state, at: now)
      if let due = state.seen?.function.report(at: now) {
        late.append(due)
        reported.store(state.seen?.mark ?? 0, ordering: .relaxed)
      }
      let next = ([state.seen?.function].compactMap(\.self) + state.functions.values).map { $0.start + $0.next }.min()
      // What begins meanwhile is not known here. When nothing runs, the watch ends.
      let rest = next.map { min($0 - now, limit / 4) }
      state.watch = (rest ?? (state.isHolding ? limit / 4 : nil)).map(watch)
      return (late, returned)
    }
    tellReturn(of: returned)
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
