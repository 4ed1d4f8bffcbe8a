import DSBridgeText

extension WebAddress {
  /// Sends a GET request on its own connection and returns the response, whatever its status. Redirects are not
  /// followed. If the body exceeds `bodyLimit` bytes, stops reading and throws ``WebClientError/tooLarge(_:)``. Throws
  /// soon after the task is cancelled.
  /// - Parameter headers: The headers. Throws ``WebClientError/request(_:)`` if they cannot be sent. `Accept-Encoding`
  ///   is removed, because this client does not decompress responses.
  package func get(headers: [String: String], limits: ClientLimits, bodyLimit: Int) async throws -> HTTPReply {
    let headers = try HTTPSyntax.checked(headers).filter { $0.0.lowercased() != "accept-encoding" }
    let connection = try await endpoint.connect(limit: limits.silence, before: Deadline(after: limits.connecting))
    defer { connection.cut() }
    var all = [("Host", endpoint.authority), ("Connection", "close"), ("Accept-Encoding", "identity")] + headers
    if !headers.contains(where: { $0.0.lowercased() == "user-agent" }) { all.append(("User-Agent", "SnippetBridge")) }
    let head = HTTPSyntax.head("GET", target, all)
    return try await withTaskCancellationHandler {
      // A server may respond and close the connection before it has read the whole request. Therefore, ignore an error
      // from sending and try to read the response.
      try? await connection.send(Array(head.utf8))
      let reply = try await connection.reply(limits, bodyLimit: bodyLimit)
      guard reply.status != 101 else { throw WebClientError.violation("a protocol switch that was not requested") }
      let coding = reply["content-encoding"] ?? "identity"
      guard HTTPSyntax.isWord("identity", coding) || reply.body.isEmpty else {
        throw WebClientError.violation("the body has the content coding \(coding), which was not requested")
      }
      return reply
    } onCancel: {
      connection.cut()
    }
  }
}

extension TCPConnection {
  fileprivate func reply(_ limits: ClientLimits, bodyLimit: Int) async throws -> HTTPReply {
    var parser = HTTPReplyParser(headLimit: limits.headBytes, bodyLimit: bodyLimit)
    let answer = Deadline(after: limits.answering)
    while let bytes = try await incoming.next(before: parser.hasHead ? nil : answer) {
      if let reply = try parser.read(bytes) { return reply }
    }
    try Task.checkCancellation()
    let reply = try parser.end()
    guard !isTruncated else { throw WebClientError.closed(code: 1006, reason: "during a response") }
    return reply
  }
}

/// A server's response to an HTTP/1.1 request.
package struct HTTPReply: Sendable {
  package var status = 0
  package var reason = ""
  /// The headers, in order of arrival.
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  /// The value of the first header with this name, ignoring case.
  package subscript(name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }

  package var text: String { String(peer: body) }
}
