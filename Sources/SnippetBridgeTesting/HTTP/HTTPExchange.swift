import DSBridgeLocks
import SnippetBridgeWebClient

/// A small HTTP/1.1 client that sends requests exactly as a test specifies them.
package final class HTTPExchange: Sendable {
  package let limit: Duration
  package let endpoint: Endpoint
  /// An idle connection that the next request can reuse.
  private let idle = Mutex<TCPConnection?>(nil)

  /// Creates a client for one server.
  /// - Parameter access: The TLS trust and the client certificate, or `nil` for plain HTTP.
  package init(host: String, port: Int, access: PageAccess? = nil, limit: Duration = .seconds(20)) {
    endpoint = Endpoint(host: host, port: port, tls: access.map { TLSOptions($0) })
    self.limit = limit
  }

  /// Sends one request and waits for the response.
  ///
  /// Adds a `Host` header and, for a POST or a request with a body, a `Content-Length` header, unless `headers`
  /// contains them. Like a browser, keeps a connection open for the next request, and retries the request if that
  /// connection turns out to be closed.
  package func request(
    _ method: String = "GET", _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws -> HTTPReply {
    var headers = headers
    func add(_ name: String, _ value: String) {
      if !headers.contains(where: { $0.0.lowercased() == name.lowercased() }) { headers.append((name, value)) }
    }
    add("Host", authority)
    if !body.isEmpty || method == "POST" { add("Content-Length", String(body.count)) }
    let bytes = Array(HTTPSyntax.head(method, target, headers).utf8) + body
    if let connection = idle.withLock({ $0.take() }),
      let reply = try await exchange(bytes, on: connection, isHead: method == "HEAD")
    {
      return reply
    }
    return try await raw(bytes, isHead: method == "HEAD")
  }

  /// Sends `bytes` unchanged on a new connection, and reads one response.
  package func raw(_ bytes: [UInt8], isHead: Bool = false) async throws -> HTTPReply {
    let connection = try await connect()
    guard let reply = try await exchange(bytes, on: connection, isHead: isHead) else {
      throw TestPageError.closed(code: 1006, reason: "no response")
    }
    return reply
  }

  /// Opens a separate connection, for callers that use it for a protocol other than HTTP.
  func connect() async throws -> TCPConnection {
    do { return try await endpoint.connect(limit: limit) } catch { throw TestPageError.of(error) }
  }

  /// Sends a request and reads the response. Returns `nil` if the connection ended before the response began.
  private func exchange(_ bytes: [UInt8], on connection: TCPConnection, isHead: Bool) async throws -> HTTPReply? {
    do {
      // If the connection is closed, the read below reports it, so ignore an error from this send.
      try? await connection.send(bytes)
      var parser = HTTPReplyParser(isHead: isHead)
      while let bytes = try await connection.incoming.next() {
        if let reply = try parser.read(bytes) {
          if reply["Connection"]?.lowercased() != "close", parser.unread.isEmpty { idle.withLock { $0 = connection } }
          return reply
        }
      }
      return parser.hasBegun ? try parser.end() : nil
    } catch {
      throw TestPageError.of(error)
    }
  }

  var host: String { endpoint.host }
  /// The host and port, as sent in the `Host` header.
  package var authority: String { endpoint.authority }
  /// The origin, as sent in the `Origin` header.
  package var origin: String { "\(endpoint.tls == nil ? "http" : "https")://\(authority)" }
}
