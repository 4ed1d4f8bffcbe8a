extension HotwireNativeError {
  /// Returns the error for a status code of HTTP, or for one of Turbo's codes: 0 for a failed connection, -1 for a
  /// timeout, -2 for a response that is not HTML.
  static func ofTurbo(_ code: Int) -> HotwireNativeError {
    switch code {
    case 400...499: .http(.client(statusCode: code))
    case 500...599: .http(.server(statusCode: code))
    case -2: .load(.contentTypeMismatch)
    case -1: .web(WebError(cause: .timeout, message: "The server did not answer in time."))
    case 0: .web(WebError(cause: .other, message: "The connection to the server failed."))
    default: .web(WebError(cause: .other, message: "The server's answer has the status \(code)."))
    }
  }
}
