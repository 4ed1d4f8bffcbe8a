import Logging
import Locks

/// Names the functions that do not return: a line after the limit, then at twice the time again and again, and one when
/// the function has returned after all.
///
/// Outside of the web view's queue, which the function may hold. Functions that run on are in the ledger; the one that
/// holds the web view is noted here, because most of those have no record.
final class FunctionWatchdog: Sendable {
  /// A function that holds the web view.
  fileprivate struct Holder {
    let method: String
    let start: Duration
    /// The time after which it is reported next.
    var nextReport: Duration
    var isReported = false
  }

  private struct State {
    /// Of the function that holds the web view, or has held it last.
    var method = ""
    /// More of that name may follow.
    var isHolding = false
    /// A function was entered in the ledger since the last check began.
    var hasBegun = false
    /// The one that held the web view at the last check.
    var seen: (mark: Int, holder: Holder)?
    /// Checks while there is anything to check.
    var alarm: ScheduledAction?
  }

  private let state = Mutex(State())
  /// Odd while a function holds the web view, another number for each. Only what is in the web view's isolation changes
  /// it.
  ///
  /// Neither the clock is asked nor the lock taken at each call: each check tells whether it is the function of the
  /// check before.
  private let mark = Atomic(0)
  /// The mark of the one that holds the web view and was reported.
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

  /// A function that runs on was entered in the ledger.
  func began() {
    state.withLock { state in
      state.hasBegun = true
      if state.alarm == nil { state.alarm = alarm(after: limit / 4) }
    }
  }

  /// The function of that call has returned.
  func returned(_ call: IncomingCall?) {
    guard let call, let function = call.function, function.isReported else { return }
    tellReturn(call.method, function.start)
  }

  /// A function begins, and until it returns nothing else happens in the web view. After ``returned()`` others of its
  /// name may begin by ``beganAgain()``, until ``endedHolding()``.
  func began(holding method: String) {
    state.withLock { state in
      state.method = method
      state.isHolding = true
      beganAgain()
      guard state.alarm == nil else { return }
      // Before the alarm is set: the time of now is that of its beginning.
      _ = update(&state, at: scheduler.now)
      state.alarm = alarm(after: limit / 4)
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
    // One that is reported at this very moment is told of by the next check, or the end.
    if reported.load(ordering: .relaxed) == ended { tellReturn(of: state.withLock { update(&$0, at: scheduler.now) }) }
  }

  /// For now, no more functions hold the web view.
  func endedHolding() {
    let reported = state.withLock { state -> Holder? in
      state.isHolding = false
      return state.seen?.holder.isReported == true ? update(&state, at: scheduler.now) : nil
    }
    tellReturn(of: reported)
  }

  /// Notes what holds the web view. Gives back what held it at the last check, if that was reported and has returned.
  private func update(_ state: inout State, at now: Duration) -> Holder? {
    let mark = mark.load(ordering: .acquiring)
    if let seen = state.seen, seen.mark == mark { return nil }
    defer {
      state.seen =
        mark.isMultiple(of: 2) ? nil : (mark, Holder(method: state.method, start: now, nextReport: limit))
    }
    return state.seen?.holder.isReported == true ? state.seen?.holder : nil
  }

  private func alarm(after time: Duration) -> ScheduledAction {
    scheduler.schedule(after: time) { [weak self] in self?.check() }
  }

  private func check() {
    state.withLock { $0.hasBegun = false }
    let (late, nextOfCalls, now) = ledger.overdue()
    let (holder, returned) = state.withLock { state in
      let returned = update(&state, at: now)
      var late: Holder?
      if let seen = state.seen, seen.holder.start + seen.holder.nextReport <= now {
        late = seen.holder
        state.seen?.holder.report(at: now)
        reported.store(seen.mark, ordering: .relaxed)
      }
      let next = [nextOfCalls, state.seen.map { $0.holder.start + $0.holder.nextReport }].compactMap(\.self).min()
      // When nothing runs, the checks end.
      let rest = next.map { min($0 - now, limit / 4) }
      state.alarm = (rest ?? (state.isHolding || state.hasBegun ? limit / 4 : nil)).map { alarm(after: $0) }
      return (late, returned)
    }
    tellReturn(of: returned)
    if let holder {
      logger.warning(
        "a function does not return, and holds its web view", metadata: metadata(holder.method, now - holder.start))
    }
    for call in late {
      // A sequence is read for as long as the page wants it.
      if call.responder?.hasSequence == true {
        ledger.stopReporting(call.id)
      } else {
        logger.notice("a function has not returned", metadata: metadata(call.method, now - call.start))
      }
    }
  }

  private func tellReturn(of holder: Holder?) {
    if let holder { tellReturn(holder.method, holder.start) }
  }

  private func tellReturn(_ method: String, _ start: Duration) {
    logger.notice("the function has returned after all", metadata: metadata(method, scheduler.now - start))
  }

  private func metadata(_ method: String, _ time: Duration) -> Logger.Metadata {
    ["function": "\(method)", "after": "\(time)"]
  }
}

extension FunctionWatchdog.Holder {
  fileprivate mutating func report(at now: Duration) {
    isReported = true
    while start + nextReport <= now { nextReport = (nextReport * 2).bounded }
  }
}
