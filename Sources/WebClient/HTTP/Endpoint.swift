/// Where a server is, and how it is reached.
package struct Endpoint: Sendable, Equatable {
  package let host: String
  package let port: Int
  /// nil for plain text.
  package let tls: TLSOptions?

  package init(host: String, port: Int, tls: TLSOptions?) {
    self.host = host
    self.port = port
    self.tls = tls
  }

  /// As it stands in `Host` and in a URL: without the port that is usual.
  package var authority: String {
    (host.contains(":") ? "[\(host)]" : host) + (port == (tls == nil ? 80 : 443) ? "" : ":\(port)")
  }

  /// Parameters as for ``TCPConnection/open(host:port:tls:limit:before:)``.
  package func connect(limit: Duration, before deadline: Deadline? = nil) async throws -> TCPConnection {
    try await TCPConnection.open(host: host, port: port, tls: tls, limit: limit, before: deadline)
  }
}
