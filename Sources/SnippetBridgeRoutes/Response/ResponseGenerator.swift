public import DSBridge
public import HTTPTypes

/// A type that handlers may return.
public protocol ResponseGenerator: SendableMetatype {
  /// Returns the response.
  func response(from request: Request, context: some RequestContext) throws -> Response
}

/// A type that is sent as JSON.
public protocol ResponseEncodable: Encodable, ResponseGenerator {}

/// A type that is received and sent as JSON.
public protocol ResponseCodable: ResponseEncodable, Decodable {}

extension ResponseEncodable {
  /// Returns 200 with the value as JSON, encoded as the bridge does for pages.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(.json, try JSONText.bytes(self))
  }
}

extension Response: ResponseGenerator {
  /// Returns the response itself.
  public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
  /// Returns 200 with this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension Substring: ResponseGenerator {
  /// Returns 200 with this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension HTTPResponse.Status: ResponseGenerator {
  /// Returns a response of this status without a body.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: self)
  }
}

extension JSON: ResponseGenerator {
  /// Returns 200 with this JSON.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.json, Array(bytes))
  }
}

extension Optional: ResponseGenerator where Wrapped: ResponseGenerator {
  /// Returns the wrapped value's response, or 204 for nil.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try self?.response(from: request, context: context) ?? Response(status: .noContent)
  }
}

extension Array: ResponseGenerator where Element: Encodable {}
extension Array: ResponseEncodable where Element: Encodable {}
extension Dictionary: ResponseGenerator where Key: Encodable, Value: Encodable {}
extension Dictionary: ResponseEncodable where Key: Encodable, Value: Encodable {}

/// The response of another value, with another status or more headers.
public struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
  /// The status; nil for the value's own.
  public var status: HTTPResponse.Status?
  /// Headers that replace the value's own headers of the same names.
  public var headers: HTTPFields
  /// The value whose response is edited.
  public var responseGenerator: Generator

  /// Creates an edited response.
  public init(status: HTTPResponse.Status? = nil, headers: HTTPFields = [:], response: Generator) {
    self.status = status
    self.headers = headers
    responseGenerator = response
  }

  /// Returns the value's response with the edits.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try responseGenerator.response(from: request, context: context)
    if let status { response.status = status }
    response.headers.replace(with: headers)
    return response
  }
}

extension HTTPFields {
  /// Replaces the values of each name that occurs in `others`.
  mutating func replace(with others: HTTPFields) {
    for field in others { self[values: field.name] = others[values: field.name] }
  }
}
