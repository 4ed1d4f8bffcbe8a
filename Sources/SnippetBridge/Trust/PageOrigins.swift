import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The origins in ``BridgeConfiguration/pageOrigins``, and the CORS headers for pages with these origins (see the Fetch
/// standard, section 3.2).
struct PageOrigins: Sendable {
  private let origins: [WebOrigin: AddedHeaders]
  /// The headers for requests that do not name one of these origins, such as a request from a script tag. These headers
  /// allow any site to load the scripts, because Chromium treats 127.0.0.1 with another port as another site. This is
  /// safe, because the scripts contain no secrets.
  private let others = AddedHeaders([HTTPField(name: .vary, value: "Origin"), Self.anybody])

  private static let anybody = HTTPField(name: .crossOriginResourcePolicy, value: "cross-origin")

  init(_ origins: Set<String>) {
    let known = Set(origins.compactMap { WebOrigin($0) })
    self.origins = Dictionary(
      uniqueKeysWithValues: known.map { origin in
        let headers: HTTPFields = [
          .accessControlAllowOrigin: "\(origin)", .accessControlAllowCredentials: "true", .vary: "Origin",
        ]
        return (origin, AddedHeaders(Array(headers) + [Self.anybody]))
      })
  }

  /// Returns the headers to add to the bridge's own responses to this request, or `nil` if no page origins are
  /// configured.
  func headers(for request: ServerRequest) -> AddedHeaders? {
    guard !origins.isEmpty else { return nil }
    return self[request] ?? others
  }

  /// Returns whether the request names one of the page origins as its origin.
  func isOrigin(of request: ServerRequest) -> Bool { self[request] != nil }

  /// Returns whether the request is a CORS preflight request from one of the page origins. Browsers send preflight
  /// requests without cookies and without the token, so these requests are answered before the token is checked.
  func isPreflight(_ request: ServerRequest) -> Bool {
    request.method == .options && request.headers[.accessControlRequestMethod] != nil && isOrigin(of: request)
  }

  /// The response to a CORS preflight request, without ``headers(for:)``.
  static let preflight = ServerResponse(
    .noContent,
    headers: [
      .accessControlAllowMethods: "GET, POST", .accessControlAllowHeaders: "bridge-document",
      .accessControlMaxAge: "7200",
    ])

  private subscript(request: ServerRequest) -> AddedHeaders? {
    guard !origins.isEmpty, let origin = request.headers[.origin].flatMap({ WebOrigin($0) }) else { return nil }
    return origins[origin]
  }
}
