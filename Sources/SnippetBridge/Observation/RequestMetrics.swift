import DSBridgeLocks
import HTTPTypes
import Metrics
import SnippetBridgeWebServer

/// Metrics for requests, with OpenTelemetry's names for HTTP servers.
final class RequestMetrics: Sendable {
  private struct Kind: Hashable {
    let method: String
    let status: Int
  }

  private typealias Instruments = (duration: Metrics.Timer, size: Recorder)

  private static let knownMethods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

  private let factory: any MetricsFactory
  private let active: Meter
  /// The instruments for each pair of a method and a status. The instruments are created when a pair first occurs.
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
    // A peer may send any method, and the instruments for each method are kept forever. Therefore, all unknown methods
    // share one name.
    let method = method.map(\.rawValue).flatMap { Self.knownMethods.contains($0) ? $0 : nil } ?? "_OTHER"
    let instruments = instruments(Kind(method: method, status: outcome.status ?? 0))
    instruments.duration.recordNanoseconds(Int64(outcome.duration / .nanoseconds(1)))
    instruments.size.record(outcome.sentSize)
  }

  private func instruments(_ kind: Kind) -> Instruments {
    if let known = instruments.withLock({ $0[kind] }) { return known }
    let dimensions = [("http.request.method", kind.method), ("http.response.status_code", "\(kind.status)")]
    // Create the instruments outside of the lock, because a backend runs code from another package. If two threads
    // create the same instruments, the backend adds their counts.
    let made = (
      duration: Metrics.Timer(label: "http.server.request.duration", dimensions: dimensions, factory: factory),
      size: Recorder(label: "http.server.response.size", dimensions: dimensions, aggregate: true, factory: factory)
    )
    instruments.withLock { $0[kind] = made }
    return made
  }
}
