public import HTTPTypes

/// What a route answers.
public struct Response: Sendable {
  /// 200 and the like.
  public var status: HTTPResponse.Status { didSet { usual = nil } }
  /// Without those that the server writes itself: `Date`, `Content-Length`, `Transfer-Encoding`, `Connection`.
  public var headers: HTTPFields { didSet { usual = nil } }
  /// What follows the headers.
  public var body: ResponseBody

  /// A head that many answers have: the server knows how it is written.
  package enum Usual: Sendable {
    case json
    case text
  }

  /// Set while status and headers are exactly these.
  package private(set) var usual: Usual?

  /// As given.
  public init(status: HTTPResponse.Status, headers: HTTPFields = [:], body: ResponseBody = ResponseBody()) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// 200 with one of the usual types.
  init(_ usual: Usual, _ bytes: [UInt8]) {
    self.init(status: .ok, headers: usual.headers, body: ResponseBody(bytes: bytes))
    self.usual = usual
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
