import DSBridge
import Metrics

/// Metrics of this process's part of a fleet. If the program has set up no backend, there is no instance.
///
/// | metric | content |
/// |---|---|
/// | `fleet.calls` | counter of calls to other processes, by `result`: `ok` or the error's code |
/// | `fleet.call_duration` | their duration |
/// | `fleet.sessions` | counter of sessions; each one after the first is a reconnect |
/// | `fleet.beat_duration` | the time in which Redis answers a renewal of the lease |
struct FleetMetrics: Sendable {
  private let factory: any MetricsFactory
  private let sessions: Counter
  private let beats: Metrics.Timer

  init?(_ factory: any MetricsFactory = MetricsSystem.factory) {
    guard !(factory is NOOPMetricsHandler) else { return nil }
    self.factory = factory
    sessions = Counter(label: "fleet.sessions", factory: factory)
    beats = Metrics.Timer(label: "fleet.beat_duration", factory: factory)
  }

  func sessionBegan() { sessions.increment() }

  func beatAnswered(after duration: Duration) { beats.recordNanoseconds(Int64(duration / .nanoseconds(1))) }

  /// Records a call. The codes of errors are few, so the number of counters is bounded.
  func callEnded(_ error: (any Error)?, after duration: Duration) {
    let result = error.map { ($0 as? BridgeError)?.code.description ?? "cancelled" } ?? "ok"
    Counter(label: "fleet.calls", dimensions: [("result", result)], factory: factory).increment()
    Metrics.Timer(label: "fleet.call_duration", dimensions: [("result", result)], factory: factory)
      .recordNanoseconds(Int64(duration / .nanoseconds(1)))
  }
}
