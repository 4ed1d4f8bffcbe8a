/// A small HTTP/1.1 client that sends exactly what a test says.
package struct HTTPExchange: Sendable {
  package let host: String
  package let port: Int
  package let limit: Duration

  package init(host: String, port: Int, limit: Duration = .seconds(5)) {
    self.host = host
    self.port = port
    self.limit = limit
  }

  /// Sends one request on a connection of its own and waits for its answer. `Host`, `Connection: close` and, where there
  /// is a body, `Content-Length` are added where `headers` does not name them.
  package func request(
    _ method: String = "GET", _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
  ) async throws -> HTTPReply {
    var headers = headers
    func add(_ name: String, _ value: String) {
      if !headers.contains(where: { $0.0.lowercased() == name.lowercased() }) { headers.append((name, value)) }
    }
    add("Host", authority)
    add("Connection", "close")
    if !body.isEmpty || method == "POST" { add("Content-Length", String(body.count)) }
    let head = "\(method) \(target) HTTP/1.1\r\n" + headers.map { "\($0.0): \($0.1)\r\n" }.joined() + "\r\n"
    return try await raw(Array(head.utf8) + body, isHead: method == "HEAD")
  }

  /// Sends `bytes` as they are, and reads one response.
  package func raw(_ bytes: [UInt8], isHead: Bool = false) async throws -> HTTPReply {
    let connection = try await TCPConnection.open(host: host, port: port, limit: limit)
    defer { connection.cut() }
    try await connection.send(bytes)
    var parser = HTTPReplyParser(isHead: isHead)
    while let bytes = try await connection.incoming.next() {
      if let reply = try parser.read(bytes) { return reply }
    }
    return try parser.end()
  }

  /// As it stands in `Host` and in a URL.
  package var authority: String {
    (host.contains(":") ? "[\(host)]" : host) + ":\(port)"
  }
}
