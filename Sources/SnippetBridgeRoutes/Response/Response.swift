import DSBridge
public import HTTPTypes

/// The response of a route.
public struct Response: Sendable {
  /// The status, such as 200.
  public var status: HTTPResponse.Status { didSet { usual = nil } }
  /// The headers, except those that the server adds: `Date`, `Content-Length`, `Transfer-Encoding` and `Connection`.
  public var headers: HTTPFields { didSet { usual = nil } }
  /// The body.
  public var body: ResponseBody

  /// A common combination of status and headers, for which the server has a preserialized response head.
  package enum Usual: Sendable {
    case json
    case text
  }

  /// The preserialized head that the server may use; nil if the status or the headers differ from it.
  package private(set) var usual: Usual?

  /// Creates a response.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody = ResponseBody()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Creates a response with status 200 and a common media type.
  init(_ usual: Usual, _ bytes: [UInt8]) {
    self.init(status: .ok, headers: usual.headers, body: ResponseBody(bytes: bytes))
    self.usual = usual
  }

  /// Creates a response with status 200 and the value as JSON, encoded in the same way as messages to pages.
  init(json value: some Encodable) throws {
    self.init(.json, Array(try JSONSerializer().encode(value).bytes))
  }
}

extension Response.Usual {
  private static let jsonHeaders: HTTPFields = [.contentType: "application/json; charset=utf-8"]
  private static let textHeaders: HTTPFields = [.contentType: "text/plain; charset=utf-8"]

  package var headers: HTTPFields {
    switch self {
    case .json: Self.jsonHeaders
    case .text: Self.textHeaders
    }
  }
}
