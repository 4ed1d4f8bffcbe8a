import HTTPTypes
import Metrics
import Locks
import WebServer

/// Counts requests, named as OpenTelemetry names them for HTTP servers.
final class RequestMetrics: Sendable {
  private struct Kind: Hashable {
    let method: String
    let status: Int
  }

  private struct Instruments {
    let duration: Metrics.Timer
    let size: Recorder
  }

  private static let knownMethods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private let factory: any MetricsFactory
  private let active: Meter
  /// Made once for each: there are few.
  private let instruments = Mutex<[Kind: Instruments]>([:])

  init(_ factory: any MetricsFactory) {
    self.factory = factory
    active = Meter(label: "http.server.active_requests", factory: factory)
  }

  func began() {
    active.increment()
  }

  func ended(_ method: HTTPRequest.Method?, _ outcome: RequestOutcome) {
    active.decrement()
    // A peer may send any verb, and each would be kept for ever.
    let method = method.map(\.rawValue).flatMap { Self.knownMethods.contains($0) ? $0 : nil } ?? "_OTHER"
    let instruments = instruments(Kind(method: method, status: outcome.status ?? 0))
    instruments.duration.recordNanoseconds(Int64(outcome.duration / .nanoseconds(1)))
    instruments.size.record(outcome.sentSize)
  }

  private func instruments(_ kind: Kind) -> Instruments {
    if let known = instruments.withLock({ $0[kind] }) { return known }
    let dimensions = [("http.request.method", kind.method), ("http.response.status_code", "\(kind.status)")]
    // Not under the lock: a backend is a program's code. If two threads make the same instruments, they count together.
    let made = Instruments(
      duration: Metrics.Timer(label: "http.server.request.duration", dimensions: dimensions, factory: factory),
      size: Recorder(
        label: "http.server.response.size", dimensions: dimensions, aggregate: true, factory: factory))
    instruments.withLock { $0[kind] = made }
    return made
  }
}
