public import DSBridge
public import HTTPTypes

/// What handlers may return.
public protocol ResponseGenerator: SendableMetatype {
  /// The response that it stands for.
  func response(from request: Request, context: some RequestContext) throws -> Response
}

/// What goes out as JSON.
public protocol ResponseEncodable: Encodable, ResponseGenerator {}

/// What comes in and goes out as JSON.
public protocol ResponseCodable: ResponseEncodable, Decodable {}

extension ResponseEncodable {
  /// 200 with this as JSON, written as the bridge writes it for pages.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    Response(.json, try JSONText.bytes(self))
  }
}

extension Response: ResponseGenerator {
  /// Itself.
  public func response(from request: Request, context: some RequestContext) -> Response { self }
}

extension String: ResponseGenerator {
  /// 200 with this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension Substring: ResponseGenerator {
  /// 200 with this text.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.text, Array(utf8))
  }
}

extension HTTPResponse.Status: ResponseGenerator {
  /// This status, without a body.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: self)
  }
}

extension JSON: ResponseGenerator {
  /// 200 with this JSON.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(.json, Array(bytes))
  }
}

extension Optional: ResponseGenerator where Wrapped: ResponseGenerator {
  /// 204 for nil.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    try self?.response(from: request, context: context) ?? Response(status: .noContent)
  }
}

extension Array: ResponseGenerator where Element: Encodable {}
extension Array: ResponseEncodable where Element: Encodable {}
extension Dictionary: ResponseGenerator where Key: Encodable, Value: Encodable {}
extension Dictionary: ResponseEncodable where Key: Encodable, Value: Encodable {}

/// What another value answers, with another status or more headers.
public struct EditedResponse<Generator: ResponseGenerator>: ResponseGenerator {
  /// Nil for the value's own.
  public var status: HTTPResponse.Status?
  /// They take the place of the value's own of the same names.
  public var headers: HTTPFields
  /// What is edited.
  public var responseGenerator: Generator

  /// As given.
  public init(status: HTTPResponse.Status? = nil, headers: HTTPFields = [:], response: Generator) {
    self.status = status
    self.headers = headers
    responseGenerator = response
  }

  /// The value's response, edited.
  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var response = try responseGenerator.response(from: request, context: context)
    if let status { response.status = status }
    response.headers.replace(with: headers)
    return response
  }
}

extension HTTPFields {
  /// Each name of `others` has their values afterwards.
  mutating func replace(with others: HTTPFields) {
    for field in others { self[values: field.name] = others[values: field.name] }
  }
}
