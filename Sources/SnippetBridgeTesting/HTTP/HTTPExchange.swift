import Locks
import WebClient

/// A small HTTP/1.1 client that sends exactly what a test says.
package final class HTTPExchange: Sendable {
  package let limit: Duration
  let endpoint: Endpoint
  /// A connection that is open and waits for a request.
  private let idle = Mutex<TCPConnection?>(nil)

  /// - Parameter access: nil for plain http.
  package init(host: String, port: Int, access: PageAccess? = nil, limit: Duration = .seconds(20)) {
    endpoint = Endpoint(host: host, port: port, tls: access.map { TLSOptions($0) })
    self.limit = limit
  }

  /// Sends one request and waits for its answer. `Host` and, where there is a body, `Content-Length` are added where
  /// `headers` does not name them. Keeps a connection for the next request, as browsers do, and as they do sends the
  /// request again when a kept connection turns out to be closed.
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
    if let connection = takeIdle(), let reply = try await exchange(bytes, on: connection, isHead: method == "HEAD") {
      return reply
    }
    return try await raw(bytes, isHead: method == "HEAD")
  }

  /// Sends `bytes` as they are on a new connection, and reads one response.
  package func raw(_ bytes: [UInt8], isHead: Bool = false) async throws -> HTTPReply {
    let connection = try await connect()
    guard let reply = try await exchange(bytes, on: connection, isHead: isHead) else {
      throw TestPageError.closed(code: 1006, reason: "without an answer")
    }
    return reply
  }

  /// A connection of its own, for whom speaks something else than HTTP on it.
  func connect() async throws -> TCPConnection {
    do { return try await endpoint.connect(limit: limit) } catch { throw TestPageError.of(error) }
  }

  /// nil when the connection ended before an answer began.
  private func exchange(_ bytes: [UInt8], on connection: TCPConnection, isHead: Bool) async throws -> HTTPReply? {
    do {
      // A connection already closed may show here or when reading.
      try? await connection.send(bytes)
      var parser = HTTPReplyParser(isHead: isHead)
      while let bytes = try await connection.incoming.next() {
        if let reply = try parser.read(bytes) {
          if reply["Connection"]?.lowercased() != "close", parser.unread.isEmpty { keep(connection) }
          return reply
        }
      }
      return parser.hasBegun ? try parser.end() : nil
    } catch {
      throw TestPageError.of(error)
    }
  }

  private func takeIdle() -> TCPConnection? {
    idle.withLock { idle in
      defer { idle = nil }
      return idle
    }
  }

  private func keep(_ connection: TCPConnection) {
    idle.withLock { $0 = connection }
  }

  package var host: String { endpoint.host }
  package var port: Int { endpoint.port }
  /// As it stands in `Host`.
  package var authority: String { endpoint.authority }
  /// As it stands in `Origin`.
  package var origin: String { "\(endpoint.tls == nil ? "http" : "https")://\(authority)" }
}
