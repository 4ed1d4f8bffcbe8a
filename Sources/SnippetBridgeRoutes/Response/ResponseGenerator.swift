public import DSBridge
public import HTTPTypes

/// A type whose values a route's handler may return. The server sends the response that the value generates.
public protocol ResponseGenerator: SendableMetatype {
  /// Returns the response for the request.
  func response(from request: Request, context: some RequestContext) throws -> Response
}

/// A type whose values are sent as JSON responses.
public protocol ResponseEncodable: Encodable, ResponseGenerator {}

/// A type that can be decoded from a request and sent as a JSON response.
public protocol ResponseCodable: ResponseEncodable, Decodable {}

extension ResponseEncodable {
  /// Returns a response with status 200 and the value as JSON, encoded in the same way as messages to pages.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try Response(json: self)
  }
}

extension Response: ResponseGenerator {
  /// Returns the response unchanged.
  public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
  /// Returns a response with status 200 and this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension Substring: ResponseGenerator {
  /// Returns a response with status 200 and this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension HTTPResponse.Status: ResponseGenerator {
  /// Returns a response with this status and no body.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: self)
  }
}

extension JSON: ResponseGenerator {
  /// Returns a response with status 200 and this JSON.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.json, Array(bytes))
  }
}

extension Optional: ResponseGenerator where Wrapped: ResponseGenerator {
  /// Returns the response for the wrapped value, or status 204 (no content) for nil.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try self?.response(from: request, context: context) ?? Response(status: .noContent)
  }
}

extension Array: ResponseGenerator, ResponseEncodable where Element: Encodable {}
extension Dictionary: ResponseGenerator, ResponseEncodable where Key: Encodable, Value: Encodable {}

/// The response for another value, with a changed status or changed headers.
public struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
  /// The new status, or nil to keep the status of the original response.
  public var status: HTTPResponse.Status?
  /// Headers that replace the headers of the same names in the original response.
  public var headers: HTTPFields
  /// The value whose response is changed.
  public var responseGenerator: Generator

  /// Creates an edited response.
  public init(status: HTTPResponse.Status? = nil, headers: HTTPFields = [:], response: Generator) {
    self.status = status
    self.headers = headers
    responseGenerator = response
  }

  /// Returns the value's response with the new status and headers.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try responseGenerator.response(from: request, context: context)
    if let status { response.status = status }
    response.headers.replace(with: headers)
    return response
  }
}

extension HTTPFields {
  /// Replaces the values of each header that occurs in `others`.
  mutating func replace(with others: HTTPFields) {
    for field in others { self[values: field.name] = others[values: field.name] }
  }
}
