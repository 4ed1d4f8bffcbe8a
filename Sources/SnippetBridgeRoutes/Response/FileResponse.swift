public import HTTPTypes

/// A response that sends a file. The media type depends on the file name. Range requests and conditional requests work
/// as they do for the server's own documents.
///
/// Symbolic links are followed. If the path depends on the request, the program must validate it. A missing or
/// unreadable file results in a 404 response. HTML is sent unchanged.
public struct FileResponse: ResponseGenerator, Sendable {
  /// The path of the file.
  public var path: String
  /// Additional headers.
  public var headers: HTTPFields

  /// Creates a response that sends the file at `path`.
  public init(path: String, headers: HTTPFields = [:]) {
    self.path = path
    self.headers = headers
  }

  /// Returns a response whose body is the file. The server adds the headers that describe the file.
  public func response(from request: Request, context: some RequestContext) -> Response {
    Response(status: .ok, headers: headers, body: ResponseBody(.file(path)))
  }
}
