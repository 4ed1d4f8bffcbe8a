import Foundation
import SnippetBridgeCOpenSSL
import SnippetBridgeHTTP

/// The opening handshake of a WebSocket (RFC 6455, section 4.1).
package enum WebSocketHandshake {
  /// Opens a WebSocket on a connection. Throws ``WebClientError/status(_:body:)`` if the server rejects the handshake.
  /// - Parameters:
  ///   - headers: Additional headers, which are not validated.
  ///   - deadline: The deadline for the whole response. If `nil`, the connection's time limit applies to each read.
  package static func open(
    on connection: TCPConnection, at endpoint: Endpoint, target: String, subprotocol: String? = nil,
    headers: [(String, String)], headLimit: Int = 1 << 16, before deadline: Deadline? = nil
  ) async throws -> WebSocketChannel {
    let key = Data((0..<16).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
    var all = [
      ("Host", endpoint.authority), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Key", key),
      ("Sec-WebSocket-Version", "13"),
    ]
    if let subprotocol { all.append(("Sec-WebSocket-Protocol", subprotocol)) }
    try await connection.send(Array(HTTPSyntax.head("GET", target, all + headers).utf8))
    var parser = HTTPReplyParser(headLimit: headLimit, bodyLimit: 1 << 16)
    do {
      while let bytes = try await connection.incoming.next(before: deadline) {
        guard let reply = try parser.read(bytes) else { continue }
        try check(reply, key: key, subprotocol: subprotocol)
        return WebSocketChannel(connection: connection, unread: parser.unread)
      }
      try Task.checkCancellation()
      _ = try parser.end()
    } catch WebClientError.tooLarge where parser.hasHead {
      // The body of the rejection is too large. Ignore this error, and report the rejection with the part of the body
      // that has arrived.
    }
    throw WebClientError.status(parser.reply.status, body: parser.reply.text)
  }

  private static func check(_ reply: HTTPReply, key: String, subprotocol: String?) throws {
    guard reply.status == 101 else { throw WebClientError.status(reply.status, body: reply.text) }
    guard HTTPSyntax.isWord("websocket", reply["Upgrade"] ?? ""),
      reply["Connection"]?.listElements.contains(where: { HTTPSyntax.isWord("upgrade", $0) }) == true,
      reply["Sec-WebSocket-Accept"]?.utf8.elementsEqual(accept(key).utf8) == true
    else { throw WebClientError.violation("an invalid opening handshake") }
    let chosen = reply["Sec-WebSocket-Protocol"]
    guard chosen.map({ Array($0.utf8) }) == subprotocol.map({ Array($0.utf8) }) else {
      throw WebClientError.violation("the subprotocol \(chosen ?? "none") instead of \(subprotocol ?? "none")")
    }
    guard reply["Sec-WebSocket-Extensions"] == nil else {
      throw WebClientError.violation("an extension that was not offered")
    }
  }

  /// Returns the value of the server's header `Sec-WebSocket-Accept` for a key (section 4.2.2).
  package static func accept(_ key: String) -> String {
    Data(digest(of: Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8), by: EVP_sha1())).base64EncodedString()
  }
}
