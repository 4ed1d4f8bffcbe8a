import Logging
import Synchronization

/// Writes a line after the limit, then at twice the time again and again, and one when the function has returned after all. Outside of the web
/// view's queue, which the function may hold.
final class FunctionWatchdog<C: Clock<Duration>>: Watchdog {
  private struct Function {
    let method: String
    let holdsWebView: Bool
    let responder: Responder?
    let start: C.Instant
    /// The time after which it is reported next.
    var next: Duration
    var isReported = false
  }

  private struct State {
    var functions: [Int: Function] = [:]
    var lastID = 0
    /// Looks after them while there are any.
    var watch: Task<Void, Never>?
  }

  private let state = Mutex(State())
  private let limit: Duration
  private let clock: C
  private let logger: Logger

  init(limit: Duration, clock: C, logger: Logger) {
    self.limit = max(limit, .milliseconds(1))
    self.clock = clock
    self.logger = logger
  }

  deinit {
    state.withLock { $0.watch?.cancel() }
  }

  func began(_ method: String, holdsWebView: Bool, responder: Responder?) -> Int {
    state.withLock { state in
      state.lastID += 1
      state.functions[state.lastID] = Function(
        method: method, holdsWebView: holdsWebView, responder: responder, start: clock.now, next: limit)
      if state.watch == nil { state.watch = watch() }
      return state.lastID
    }
  }

  func ended(_ id: Int) {
    guard let function = state.withLock({ $0.functions.removeValue(forKey: id) }), function.isReported else { return }
    logger.notice("the function has returned after all", metadata: metadata(function, at: clock.now))
  }

  private func watch() -> Task<Void, Never> {
    Task { [weak self, clock] in
      while let instant = self?.report() {
        guard (try? await clock.sleep(until: instant, tolerance: nil)) != nil else { return }
      }
    }
  }

  /// When to look again; nil when nothing runs: then the watch ends.
  private func report() -> C.Instant? {
    let now = clock.now
    let (late, next) = state.withLock { state in
      var late: [Function] = []
      for (id, function) in state.functions where function.start.advanced(by: function.next) <= now {
        if function.responder?.hasSequence == true {
          state.functions[id] = nil
          continue
        }
        late.append(function)
        state.functions[id]?.isReported = true
        while let next = state.functions[id]?.next, function.start.advanced(by: next) <= now {
          state.functions[id]?.next = (next * 2).bounded
        }
      }
      let next = state.functions.values.map { $0.start.advanced(by: $0.next) }.min()
      if next == nil { state.watch = nil }
      return (late, next)
    }
    for function in late {
      if function.holdsWebView {
        logger.warning("a function does not return, and holds its web view", metadata: metadata(function, at: now))
      } else {
        logger.notice("a function has not returned", metadata: metadata(function, at: now))
      }
    }
    return next
  }

  private func metadata(_ function: Function, at now: C.Instant) -> Logger.Metadata {
    ["function": "\(function.method)", "after": "\(function.start.duration(to: now))"]
  }
}
