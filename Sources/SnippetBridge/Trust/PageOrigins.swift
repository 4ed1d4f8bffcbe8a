import HTTPTypes
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// The origins in ``BridgeConfiguration/pageOrigins``, and the CORS headers for pages with these origins (see the Fetch
/// standard, section 3.2).
struct PageOrigins: Sendable {
  fileprivate struct Answers {
    let headers: AddedHeaders
    let preflight: ServerResponse
  }

  private let origins: [WebOrigin: Answers]
  /// The headers for requests that do not name one of these origins, such as a request from a script tag. These headers
  /// allow any site to load the scripts, because Chromium treats 127.0.0.1 with another port as another site. This is
  /// safe, because the scripts contain no secrets.
  private let others = AddedHeaders([HTTPField(name: .vary, value: "Origin"), Self.anybody])

  fileprivate static let anybody = HTTPField(name: .crossOriginResourcePolicy, value: "cross-origin")

  init(_ origins: Set<String>) {
    let known = Set(origins.compactMap { WebOrigin($0) })
    self.origins = Dictionary(uniqueKeysWithValues: known.map { ($0, Answers(to: "\($0)")) })
  }

  /// Returns the headers to add to the bridge's own responses to this request, or `nil` if no page origins are
  /// configured.
  func headers(for request: ServerRequest) -> AddedHeaders? {
    guard !origins.isEmpty else { return nil }
    return self[request]?.headers ?? others
  }

  /// Returns whether the request names one of the page origins as its origin.
  func isOrigin(of request: ServerRequest) -> Bool { self[request] != nil }

  /// Returns the response to a CORS preflight request from one of the page origins, or `nil` for any other request.
  /// Browsers send preflight requests without cookies and without the token, so these requests are answered before the
  /// token is checked.
  func preflight(_ request: ServerRequest) -> ServerResponse? {
    guard !origins.isEmpty, request.method == .options, request.header(.requestedMethod) != nil else { return nil }
    return self[request]?.preflight
  }

  private subscript(request: ServerRequest) -> Answers? {
    guard !origins.isEmpty, let origin = request.headers[.origin].flatMap({ WebOrigin($0) }) else { return nil }
    return origins[origin]
  }
}

extension PageOrigins.Answers {
  init(to origin: String) {
    func fields(_ values: KeyValuePairs<String, String>) -> [HTTPField] {
      values.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
    }
    headers = AddedHeaders(
      fields([
        "Access-Control-Allow-Origin": origin, "Access-Control-Allow-Credentials": "true", "Vary": "Origin",
      ]) + [PageOrigins.anybody])
    var preflight = ServerResponse(.noContent)
    preflight.set(headers)
    preflight.headers.append(
      contentsOf: fields([
        "Access-Control-Allow-Methods": "GET, POST", "Access-Control-Allow-Headers": "bridge-document",
        "Access-Control-Max-Age": "7200",
      ]))
    self.preflight = preflight
  }
}

extension HTTPField.Name {
  fileprivate static let requestedMethod = HTTPField.Name("Access-Control-Request-Method")
}
