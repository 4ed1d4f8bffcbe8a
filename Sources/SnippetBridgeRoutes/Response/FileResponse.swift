public import HTTPTypes

/// A response with a file. The media type depends on the file's name; ranges and conditional requests are answered as
/// for the server's documents.
///
/// Symbolic links are followed. The program must check a path that it builds from a request. A missing or unreadable
/// file is answered with 404. Nothing is added to HTML.
public struct FileResponse: ResponseGenerator, Sendable {
  /// The path of the file.
  public var path: String
  /// Additional headers.
  public var headers: HTTPFields

  /// Creates a response with the file at `path`.
  public init(path: String, headers: HTTPFields = [:]) {
    self.path = path
    self.headers = headers
  }

  /// Returns the file as the body. The server adds the file's own headers.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: .ok, headers: headers, body: ResponseBody(.file(path)))
  }
}
