import DSBridgeLocks
import Logging

/// A watchdog that logs functions that do not return: once after the limit, and again each time the running time has
/// doubled. It also logs the late return of such a function.
///
/// The watchdog does not run in the web view's isolation, because a synchronous function occupies ("holds") the web
/// view until it returns. The watchdog itself records which function holds the web view, because most calls have no
/// record in the ledger. The ledger records functions that continue after they were called, such as `async` functions.
final class FunctionWatchdog: Sendable {
  private struct State {
    /// The name of the function that holds the web view or was the last to hold it.
    var method = ""
    /// Whether a function was recorded in the ledger since the last check began.
    var hasBegun = false
    /// The function that held the web view when the watchdog last looked, with the value of ``mark`` at that time.
    var seen: (mark: Int, time: RunningTime)?
    /// The timer for the next check; nil while there is nothing to check.
    var alarm: ScheduledAction?
  }

  private let state = Mutex(State())
  /// A counter that changes when a function begins and when it returns. It is odd while a function holds the web view.
  /// Only the web view's isolation changes it.
  ///
  /// Thanks to this counter, a call does not read the clock or take a lock. Each check compares the counter with its
  /// value at the previous check. If it is unchanged, the same function is still running.
  private let mark = Atomic(0)
  /// Whether more functions with the same name may follow. Set to true only under the lock. Otherwise a check at the
  /// same time could miss the new value and stop the checks.
  private let isHolding = Atomic(false)
  /// The value of ``mark`` for the last function that was reported as holding the web view.
  private let reported = Atomic(0)
  let limit: Duration
  private let ledger: CallLedger
  private let scheduler: Scheduler
  private let logger: Logger

  init(limit: Duration, ledger: CallLedger, scheduler: Scheduler, logger: Logger) {
    self.limit = max(limit, .milliseconds(1))
    self.ledger = ledger
    self.scheduler = scheduler
    self.logger = logger
  }

  deinit {
    state.withLock { $0.alarm?.cancel() }
  }

  /// Schedules checks of a function that continues after it was called. Call this only after the ledger has recorded
  /// the function. Otherwise a check at that moment would not find the function in the ledger and would stop the
  /// checks.
  func began() {
    state.withLock { state in
      state.hasBegun = true
      if state.alarm == nil { state.alarm = alarm(after: limit / 4) }
    }
  }

  /// Logs that the function of this call has returned, if the function was reported as overdue and did not send a
  /// sequence.
  func returned(_ call: IncomingCall?) {
    if let function = call?.function, function.responder?.hasSequence != true { tellReturn(of: function.time) }
  }

  /// Records the start of a function that holds the web view until it returns. Until ``endedHolding()``, the start of
  /// each further function of the same name can be recorded with ``beganAgain()``, which takes no lock.
  func began(holding method: String) {
    state.withLock { state in
      state.method = method
      isHolding.store(true, ordering: .relaxed)
      beganAgain()
      guard state.alarm == nil else { return }
      // The function is recorded here rather than by the first check, so that its recorded start time is the current
      // time.
      _ = update(&state, at: scheduler.now)
      state.alarm = alarm(after: limit / 4)
    }
  }

  /// Records that another function of the same name begins.
  func beganAgain() {
    mark.store(mark.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  /// Records that the function that holds the web view has returned.
  func returned() {
    let ended = mark.load(ordering: .relaxed)
    mark.store(ended &+ 1, ordering: .releasing)
    // If a check reports the function at the same time, the next check logs its return.
    if reported.load(ordering: .relaxed) == ended { tellReturn(of: state.withLock { update(&$0, at: scheduler.now) }) }
  }

  /// Records that no function holds the web view for now.
  func endedHolding() { isHolding.store(false, ordering: .relaxed) }

  /// Records the function that holds the web view now. Returns the function that held the web view at the last check,
  /// if that function has returned.
  private func update(_ state: inout State, at now: Duration) -> RunningTime? {
    let mark = mark.load(ordering: .acquiring)
    if let seen = state.seen, seen.mark == mark { return nil }
    let time = RunningTime(method: state.method, start: now, nextReport: limit)
    return exchange(&state.seen, with: mark.isMultiple(of: 2) ? nil : (mark, time))?.time
  }

  private func alarm(after time: Duration) -> ScheduledAction {
    scheduler.schedule(after: time) { [weak self] in self?.check() }
  }

  private func check() {
    state.withLock { $0.hasBegun = false }
    let now = scheduler.now
    let (late, nextOfCalls) = ledger.withCalls { $0.overdue(at: now) }
    let (holder, returned) = state.withLock { state in
      let returned = update(&state, at: now)
      let isLate = state.seen?.time.report(at: now) == true
      if isLate, let seen = state.seen { reported.store(seen.mark, ordering: .relaxed) }
      let next = [nextOfCalls, state.seen?.time.due].compactMap(\.self).min()
      // The checks end when no function is running.
      let rest = next.map { min($0 - now, limit / 4) }
      let mayFollow = isHolding.load(ordering: .relaxed) || state.hasBegun
      state.alarm = (rest ?? (mayFollow ? limit / 4 : nil)).map { alarm(after: $0) }
      return (isLate ? state.seen?.time : nil, returned)
    }
    tellReturn(of: returned)
    if let holder {
      logger.warning("a function has not returned and blocks its web view", metadata: metadata(holder, now))
    }
    for time in late { logger.notice("a function has not returned", metadata: metadata(time, now)) }
  }

  private func tellReturn(of time: RunningTime?) {
    guard let time, time.isReported else { return }
    logger.notice("a late function has returned", metadata: metadata(time, scheduler.now))
  }

  private func metadata(_ time: RunningTime, _ now: Duration) -> Logger.Metadata {
    ["function": "\(time.method)", "after": "\(now - time.start)"]
  }
}

/// The running time of a function. A function is reported again each time its running time has doubled.
struct RunningTime: Sendable {
  let method: String
  /// The time at which the function began.
  let start: Duration
  /// The running time after which the function is reported next; nil for never.
  var nextReport: Duration?
  var isReported = false

  /// The time of the next report.
  var due: Duration? { nextReport.map { start + $0 } }

  /// Returns whether the function must be reported now. If so, it counts as reported.
  mutating func report(at now: Duration) -> Bool {
    guard var report = nextReport, start + report <= now else { return false }
    while start + report <= now { report = (report * 2).bounded }
    nextReport = report
    isReported = true
    return true
  }
}
