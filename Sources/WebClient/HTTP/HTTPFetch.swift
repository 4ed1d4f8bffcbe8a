/// One GET, on a connection of its own.
package struct HTTPFetch: Sendable {
  let address: WebAddress
  let headers: [(String, String)]
  let limits: ClientLimits

  /// Throws ``WebClientError/request(_:)`` for headers that cannot be sent. `Accept-Encoding` is left out: what comes
  /// is not unpacked.
  package init(_ address: WebAddress, headers: [String: String], limits: ClientLimits) throws {
    self.address = address
    self.headers = try HTTPSyntax.checked(headers).filter { $0.name.lowercased() != "accept-encoding" }
    self.limits = limits
  }

  /// The answer, whatever its status: a redirect is not followed. Throws ``WebClientError/tooLarge(_:)`` as soon as the
  /// body has more bytes than `bodyLimit`, and reads no more. Ends soon when its task is cancelled.
  package func reply(bodyLimit: Int) async throws -> HTTPReply {
    let connection = try await address.endpoint.connect(
      limit: limits.silence, before: Deadline(after: limits.connecting))
    defer { connection.cut() }
    var all =
      [("Host", address.endpoint.authority), ("Connection", "close"), ("Accept-Encoding", "identity")] + headers
    if !headers.contains(where: { $0.0.lowercased() == "user-agent" }) { all.append(("User-Agent", "SnippetBridge")) }
    let head = HTTPSyntax.head("GET", address.target, all)
    return try await withTaskCancellationHandler {
      // A server that answers before it has read everything may have closed: what counts is what it says.
      try? await connection.send(Array(head.utf8))
      let reply = try await read(connection, bodyLimit: bodyLimit)
      guard reply.status != 101 else { throw WebClientError.violation("an upgrade nobody asked for") }
      let coding = reply["content-encoding"] ?? "identity"
      guard HTTPSyntax.isWord("identity", coding) || reply.body.isEmpty else {
        throw WebClientError.violation("the body is coded as \(coding), which was not asked for")
      }
      return reply
    } onCancel: {
      connection.cut()
    }
  }

  private func read(_ connection: TCPConnection, bodyLimit: Int) async throws -> HTTPReply {
    var parser = HTTPReplyParser(headLimit: limits.headBytes, bodyLimit: bodyLimit)
    let answer = Deadline(after: limits.answering)
    while let bytes = try await connection.incoming.next(before: parser.hasHead ? nil : answer) {
      if let reply = try parser.read(bytes) { return reply }
    }
    try Task.checkCancellation()
    let reply = try parser.end()
    guard !connection.isTruncated else {
      throw WebClientError.closed(code: 1006, reason: "in the middle of a response")
    }
    return reply
  }
}
