public import HTTPTypes

/// A file: its media type by its name, ranges and conditional requests answered as the server does for its documents.
///
/// Links are followed: a path that is made of what a request says must be checked by who makes it. What is no file,
/// or cannot be read, is answered 404. Nothing is put into HTML.
public struct FileResponse: ResponseGenerator, Sendable {
  /// Where it is.
  public var path: String
  /// Sent with it.
  public var headers: HTTPFields

  /// As given.
  public init(path: String, headers: HTTPFields = [:]) {
    self.path = path
    self.headers = headers
  }

  /// The server makes the rest of it.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: .ok, headers: headers, body: ResponseBody(.file(path)))
  }
}
