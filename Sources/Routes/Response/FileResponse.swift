public import HTTPTypes

/// A file: its media type by its name, ranges and conditional requests answered as the server does for its documents.
///
/// Links are followed. A path that is made from a request must be checked by the program. A missing file, or one that
/// cannot be read, is answered 404. Nothing is put into HTML.
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
