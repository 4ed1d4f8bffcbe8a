package import HTTPTypes
package import SnippetBridgeWebServer

extension ServerRequest {
  /// Creates a request with `path` exactly as sent. Traps if no request could have this path.
  package init(
    method: HTTPRequest.Method = .get, path: String, query: String? = nil, headers: HTTPFields = [:],
    isSecure: Bool = false
  ) {
    guard let target = RequestTarget(path + (query.map { "?" + $0 } ?? "")) else { fatalError("no target: \(path)") }
    self.init(method: method, target: target, headers: ReceivedFields(headers), isSecure: isSecure)
  }
}
