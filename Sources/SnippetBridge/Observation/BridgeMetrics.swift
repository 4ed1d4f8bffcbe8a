import DSBridge
import DSBridgeLocks
import Metrics
import Tracing

/// Metrics and traces for web views: the calls from their pages, the sent messages, and the bytes that wait to be sent
/// or acknowledged. If the program has set up no backend, there is no instance of this class, so measuring has no cost.
final class BridgeMetrics: WebViewObserver {
  private struct Kind: Hashable {
    let method: String
    let result: String
  }

  private typealias Instruments = (duration: Metrics.Timer, calls: Counter)

  /// The maximum number of pairs of a method and a result. Above it, new methods are counted under the name `_OTHER`,
  /// with one pair of instruments for each result.
  /// The limit is necessary because a program's own dispatcher may accept any method name, so a page could invent
  /// names.
  static let mostKinds = 2_000

  private let factory: (any MetricsFactory)?
  private let tracer: (any Tracer)?
  private let webViews: Meter?
  private let waiting: Meter?
  private let batches: Counter?
  private let sent: Counter?
  /// The instruments for each pair of a method and a result. The instruments are created when a pair first occurs.
  private let instruments = Mutex<[Kind: Instruments]>([:])

  /// Creates metrics for the backends that the program has set up so far. Returns `nil` if there is no backend.
  init?(
    metrics factory: (any MetricsFactory)? = ProgramBackends.metrics, tracer: (any Tracer)? = ProgramBackends.tracer
  ) {
    guard factory != nil || tracer != nil else { return nil }
    self.factory = factory
    self.tracer = tracer
    webViews = factory.map { Meter(label: "bridge.web_views", factory: $0) }
    waiting = factory.map { Meter(label: "bridge.waiting_bytes", factory: $0) }
    batches = factory.map { Counter(label: "bridge.batches", factory: $0) }
    sent = factory.map { Counter(label: "bridge.sent_bytes", factory: $0) }
  }

  func webViewOpened() { webViews?.increment() }

  func webViewClosed() { webViews?.decrement() }

  func callBegan(_ method: String?) -> any CallObservation {
    let method = method ?? "_OTHER"
    let span = tracer.map { tracer in
      let span: any Span = tracer.startSpan("call \(method)", context: ServiceContext.topLevel, ofKind: .server)
      span.attributes["rpc.system"] = "snippetbridge"
      span.attributes["rpc.method"] = method
      return span
    }
    return ObservedCall(method: method, span: span, metrics: self)
  }

  func batchLeft(_ size: Int) {
    batches?.increment()
    sent?.increment(by: size)
  }

  func waitingChanged(by bytes: Int) {
    if bytes > 0 { waiting?.increment(by: Double(bytes)) } else { waiting?.decrement(by: Double(-bytes)) }
  }

  fileprivate func ended(_ method: String, _ result: String, after duration: Duration) {
    guard let instruments = instruments(Kind(method: method, result: result)) else { return }
    instruments.duration.recordNanoseconds(Int64(duration / .nanoseconds(1)))
    instruments.calls.increment()
  }

  private func instruments(_ kind: Kind) -> Instruments? {
    guard let factory else { return nil }
    let (kind, known) = instruments.withLock { instruments in
      let isFull = instruments[kind] == nil && instruments.count >= Self.mostKinds
      let kind = isFull ? Kind(method: "_OTHER", result: kind.result) : kind
      return (kind, instruments[kind])
    }
    if let known { return known }
    let dimensions = [("method", kind.method), ("result", kind.result)]
    // Create the instruments outside of the lock, because a backend runs code from another package. If two threads
    // create the same instruments, the backend adds their counts.
    let made = (
      duration: Metrics.Timer(label: "bridge.call.duration", dimensions: dimensions, factory: factory),
      calls: Counter(label: "bridge.calls", dimensions: dimensions, factory: factory)
    )
    instruments.withLock { $0[kind] = made }
    return made
  }
}

/// The measurement of one call from a page, until its last answer.
private struct ObservedCall: CallObservation {
  let method: String
  let span: (any Span)?
  let metrics: BridgeMetrics
  let start = ContinuousClock.now

  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let span else { return try body() }
    return try ServiceContext.withValue(span.context, operation: body)
  }

  func ended(_ failure: BridgeError?) {
    if let span {
      if let failure {
        span.recordError(failure)
        span.setStatus(SpanStatus(code: .error, message: failure.code.description))
      }
      span.end()
    }
    metrics.ended(method, failure?.code.description ?? "ok", after: .now - start)
  }
}

/// The backends that the program has set up so far; `nil` for each that is missing.
enum ProgramBackends {
  static var metrics: (any MetricsFactory)? {
    MetricsSystem.factory is NOOPMetricsHandler ? nil : MetricsSystem.factory
  }
  static var tracer: (any Tracer)? { InstrumentationSystem.tracer is NoOpTracer ? nil : InstrumentationSystem.tracer }
}
