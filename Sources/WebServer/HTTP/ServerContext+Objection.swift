import HTTPTypes

extension ServerContext {
  /// Why a request is not even looked at: it, or its connection, is over a limit.
  func objection(
    to request: Request, on connection: Connection
  ) -> (status: HTTPResponse.Status, sentence: String)? {
    if case .refused(let reason) = connection.admission { return (.serviceUnavailable, reason) }
    // Two spaces, "HTTP/1.1", and the "?" of a query.
    let line =
      request.method.rawValue.utf8.count + request.path.utf8.count + (request.query.map { $0.utf8.count + 1 } ?? 0) + 10
    if line > configuration.http.maximumRequestLineSize {
      return (.uriTooLong, "The request line is over the limit of \(configuration.http.maximumRequestLineSize) bytes.")
    }
    // ": " and the ends of lines.
    let head = request.headers.reduce(line + 4) { $0 + $1.name.rawName.utf8.count + $1.value.utf8.count + 4 }
    if head > configuration.http.maximumHeadSize {
      return (
        .requestHeaderFieldsTooLarge,
        "The head of the request is over the limit of \(configuration.http.maximumHeadSize) bytes."
      )
    }
    if request.headers.count > configuration.http.maximumFieldCount {
      return (
        .requestHeaderFieldsTooLarge, "The request has more than \(configuration.http.maximumFieldCount) headers."
      )
    }
    return nil
  }
}
