import HTTPTypes
import Logging
import Metrics
import Tracing
import WebServer

/// Writes a line of the access log, metrics and a span for each request. Nil where none of them is wanted.
struct RequestLog: RequestObserver {
  private let accessLog: Logger?
  private let metrics: RequestMetrics?
  private let tracer: (any Tracer)?

  /// Nil where nothing would be written. It looks at the backends that the program has set up until now.
  init?(accessLog: Logger?) {
    let factory = MetricsSystem.factory
    let tracer = InstrumentationSystem.tracer
    self.init(
      accessLog: accessLog, metrics: factory is NOOPMetricsHandler ? nil : factory,
      tracer: tracer is NoOpTracer ? nil : tracer)
  }

  init?(accessLog: Logger?, metrics: (any MetricsFactory)?, tracer: (any Tracer)?) {
    let isHeard = accessLog.map { $0.logLevel <= .info } ?? false
    guard isHeard || metrics != nil || tracer != nil else { return nil }
    self.accessLog = isHeard ? accessLog : nil
    self.metrics = metrics.map(RequestMetrics.init)
    self.tracer = tracer
  }

  func began(_ request: ServerRequest) -> any RequestObservation {
    metrics?.began()
    return ObservedExchange(request, span: tracer.map { RequestSpan(request, of: $0) }, accessLog, metrics)
  }

  func beganUnreadable(from peer: String) -> any RequestObservation {
    metrics?.began()
    return ObservedExchange(unreadableFrom: peer, accessLog, metrics)
  }
}

/// One request and its answer.
final class ObservedExchange: RequestObservation {
  let span: RequestSpan?
  /// Nil where it could not be read.
  private let method: HTTPRequest.Method?
  private let path: String
  private let peer: String
  private let agent: String?
  private let accessLog: Logger?
  private let metrics: RequestMetrics?

  init(_ request: ServerRequest, span: RequestSpan?, _ accessLog: Logger?, _ metrics: RequestMetrics?) {
    self.span = span
    method = request.method
    // Without the query, which may hold the token.
    path = accessLog == nil ? "" : String(request.path)
    agent = accessLog == nil ? nil : request.headers.text(of: .userAgent)
    peer = request.peer
    self.accessLog = accessLog
    self.metrics = metrics
  }

  init(unreadableFrom peer: String, _ accessLog: Logger?, _ metrics: RequestMetrics?) {
    (span, method, agent, path) = (nil, nil, nil, "-")
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
  /// To the microsecond.
  fileprivate var milliseconds: Double { (self / .microseconds(1)).rounded() / 1000 }
}
