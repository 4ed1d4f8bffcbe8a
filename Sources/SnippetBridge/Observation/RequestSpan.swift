import HTTPTypes
import SnippetBridgeWebServer
import Tracing

/// The span of a request, which is the parent of spans in the request's handler. Uses OpenTelemetry's names for HTTP
/// servers.
struct RequestSpan: Sendable {
  private let span: any Span
  private let method: HTTPRequest.Method

  init(_ request: ServerRequest, of tracer: any Tracer) {
    var context = ServiceContext.topLevel
    tracer.extract(request.headers, into: &context, using: FieldExtractor())
    method = request.method
    span = tracer.startSpan("\(request.method)", context: context, ofKind: .server)
    span.attributes["http.request.method"] = "\(request.method)"
    // The path does not include the query, which may contain the token.
    span.attributes["url.path"] = String(request.path)
    span.attributes["url.scheme"] = request.isSecure ? "https" : "http"
    span.attributes["client.address"] = request.peer
  }

  /// The service context for code that handles the request.
  var context: ServiceContext { span.context }

  func isAnswered(by route: String) {
    span.operationName = "\(method) \(route)"
    span.attributes["http.route"] = route
  }

  func recordError(_ error: any Error) { span.recordError(error) }

  func end(_ outcome: RequestOutcome) {
    if let status = outcome.status {
      span.attributes["http.response.status_code"] = status
      if status >= 500 { span.setStatus(SpanStatus(code: .error)) }
    }
    span.attributes["http.response.size"] = outcome.sentSize
    if !outcome.isComplete {
      span.setStatus(SpanStatus(code: .error, message: "The connection ended before the response."))
    }
    span.end()
  }
}

private struct FieldExtractor: Extractor {
  func extract(key: String, from fields: ReceivedFields) -> String? {
    HTTPField.Name(key).flatMap { fields[$0] }
  }
}

extension ServerRequest {
  var span: RequestSpan? { (observation as? ObservedExchange)?.span }

  /// Runs `body` in the service context of the request's span, if there is one.
  func traced<Result>(_ body: () async -> Result) async -> Result {
    guard let span else { return await body() }
    return await ServiceContext.withValue(span.context) { await body() }
  }
}
