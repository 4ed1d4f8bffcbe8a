package import HTTPTypes
package import WebServer

extension ServerRequest {
  /// `path` as it would be sent; one that no request could have is a mistake of the test.
  package init(
    method: HTTPRequest.Method = .get, path: String, query: String? = nil, headers: HTTPFields = [:],
    isSecure: Bool = false
  ) {
    guard let target = RequestTarget(path + (query.map { "?" + $0 } ?? "")) else { fatalError("no target: \(path)") }
    self.init(method: method, target: target, headers: ReceivedFields(headers), isSecure: isSecure)
  }
}
