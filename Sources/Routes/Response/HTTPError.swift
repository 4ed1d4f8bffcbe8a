public import HTTPTypes

/// An error that says how it is answered. Any other error of a handler is answered 500, and logged.
public protocol HTTPResponseError: Error, ResponseGenerator {
  /// 404 and the like.
  var status: HTTPResponse.Status { get }
}

/// A status, and perhaps a sentence, which is sent as `{"error":{"message":"…"}}`.
public struct HTTPError: HTTPResponseError, CustomStringConvertible {
  /// 404 and the like.
  public var status: HTTPResponse.Status
  /// Sent with it.
  public var headers: HTTPFields
  /// For the client; nil for none.
  public var body: String?

  private struct Envelope: Encodable {
    struct Content: Encodable { let message: String }
    let error: Content
  }

  /// As given.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], message: String? = nil) {
    self.status = status
    self.headers = headers
    body = message
  }

  /// The status with the sentence.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    guard let body else { return Response(status: status, headers: headers) }
    var response = Response(.json, try JSONText.bytes(Envelope(error: .init(message: body))))
    response.status = status
    response.headers.replace(with: headers)
    return response
  }

  /// For logs.
  public var description: String { "\(status)" + (body.map { ": \($0)" } ?? "") }
}
