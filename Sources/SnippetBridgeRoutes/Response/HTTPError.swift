public import HTTPTypes

/// An error that defines its own response. Any other error from a handler is logged and results in a 500 response.
public protocol HTTPResponseError: Error, ResponseGenerator {
  /// The status, such as 404.
  var status: HTTPResponse.Status { get }
}

/// An error with a status and an optional message, which is sent as `{"error":{"message":"…"}}`.
public struct HTTPError: HTTPResponseError, CustomStringConvertible {
  /// The status, such as 404.
  public var status: HTTPResponse.Status
  /// Additional headers.
  public var headers: HTTPFields
  /// The message for the client, or nil for an empty body.
  public var body: String?

  /// Creates an error.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], message: String? = nil) {
    self.status = status
    self.headers = headers
    body = message
  }

  /// Returns a response with the status and the message.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    guard let body else { return Response(status: status, headers: headers) }
    var response = try Response(json: ["error": ["message": body]])
    response.status = status
    response.headers.replace(with: headers)
    return response
  }

  /// The status and the message, for logs.
  public var description: String { "\(status)" + (body.map { ": \($0)" } ?? "") }
}
