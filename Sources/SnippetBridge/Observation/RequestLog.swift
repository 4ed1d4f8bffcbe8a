import HTTPTypes
import Logging
import Metrics
import SnippetBridgeWebServer
import Tracing

/// A request observer that writes an access log line, metrics and a span for each request.
struct RequestLog: RequestObserver {
  private let accessLog: Logger?
  private let metrics: RequestMetrics?
  private let tracer: (any Tracer)?

  /// Creates an observer for the backends that the program has set up so far. Returns `nil` if there would be nothing
  /// to write.
  init?(
    accessLog: Logger?, metrics: (any MetricsFactory)? = ProgramBackends.metrics,
    tracer: (any Tracer)? = ProgramBackends.tracer
  ) {
    let isHeard = accessLog.map { $0.logLevel <= .info } ?? false
    guard isHeard || metrics != nil || tracer != nil else { return nil }
    self.accessLog = isHeard ? accessLog : nil
    self.metrics = metrics.map(RequestMetrics.init)
    self.tracer = tracer
  }

  func began(_ request: ServerRequest?, from peer: String) -> any RequestObservation {
    metrics?.began()
    let span = request.flatMap { request in tracer.map { RequestSpan(request, of: $0) } }
    return ObservedExchange(request, from: peer, span: span, accessLog, metrics)
  }
}

/// The observation of one request and its response.
final class ObservedExchange: RequestObservation {
  let span: RequestSpan?
  /// The request's method, or `nil` if the request could not be parsed.
  private let method: HTTPRequest.Method?
  private let path: String
  private let peer: String
  private let agent: String?
  private let accessLog: Logger?
  private let metrics: RequestMetrics?

  /// - Parameter request: The request, or `nil` if it could not be parsed.
  init(
    _ request: ServerRequest?, from peer: String, span: RequestSpan?, _ accessLog: Logger?, _ metrics: RequestMetrics?
  ) {
    self.span = span
    method = request?.method
    // The path does not include the query, which may contain the token.
    path = accessLog == nil ? "" : request.map { String($0.path) } ?? "-"
    agent = accessLog == nil ? nil : request?.headers.text(of: .userAgent)
    self.peer = peer
    self.accessLog = accessLog
    self.metrics = metrics
  }

  func ended(_ outcome: RequestOutcome) {
    if let accessLog {
      var metadata: Logger.Metadata = [
        "method": "\(method?.rawValue ?? "-")", "path": "\(path)", "status": "\(outcome.status ?? 0)",
        "bytes": "\(outcome.sentSize)",
        "milliseconds": "\(outcome.duration.milliseconds)", "peer": "\(peer)",
      ]
      if let agent { metadata["agent"] = "\(agent)" }
      if !outcome.isComplete { metadata["cut"] = "true" }
      accessLog.info("request", metadata: metadata)
    }
    metrics?.ended(method, outcome)
    span?.end(outcome)
  }
}

extension Duration {
  /// The duration in milliseconds, rounded to microseconds.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
