package import HTTPTypes

/// One HTTP request, complete: its body has arrived.
package struct Request: Sendable {
  package var method: HTTPRequest.Method
  /// The path, percent-decoded, always starting with "/". It may still hold anything a peer can send: `..`, NUL, invalid UTF-8 repaired.
  package var path: String
  /// What followed the first "?", as it was sent; nil when there was no "?".
  package var query: String?
  package var headers: HTTPFields
  package var body: [UInt8]
  /// True when the request came over TLS.
  package var isSecure: Bool
  /// The peer's numeric address, for logs.
  package var peer: String

  /// Whether a header makes the answer depend on what the peer has already, or wants only a part of it.
  var isConditional: Bool {
    headers.contains { field in
      let name = field.name.canonicalName
      return name == "range" || name.hasPrefix("if-")
    }
  }

  package init(
    method: HTTPRequest.Method = .get, path: String, query: String? = nil, headers: HTTPFields = [:],
    body: [UInt8] = [], isSecure: Bool = false, peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
    self.body = body
    self.isSecure = isSecure
    self.peer = peer
  }
}
