import HTTPTypes

/// The opening handshake of a WebSocket (RFC 6455, section 4.2). A pure value.
struct WebSocketHandshake {
  enum Reading {
    /// The request does not ask for an upgrade to WebSocket. Other upgrades, such as to `h2c`, are ignored (RFC 9110,
    /// section 7.8).
    case none
    case good(WebSocketHandshake)
    /// The request asks for an upgrade that is rejected with this response.
    case bad(ServerResponse)
  }

  let key: String

  /// Returns whether a request asks for an upgrade to WebSocket.
  static func isRequested(by request: ServerRequest) -> Bool {
    request.headers[.upgrade]?.lowercased().listElements.contains("websocket") == true
  }

  static func read(_ request: ServerRequest, isHTTP11: Bool, subprotocol: String) -> Reading {
    guard isRequested(by: request) else { return .none }
    guard request.headers[.secWebSocketVersion] == "13" else {
      var response = ServerResponse.plain(.upgradeRequired, "This server supports only WebSocket version 13.")
      response.headers[.secWebSocketVersion] = "13"
      return .bad(response)
    }
    // The key is 16 bytes in base64.
    guard request.method == .get, isHTTP11, request.framing == .none,
      let key = request.headers[.secWebSocketKey], key.wholeMatch(of: /[A-Za-z0-9+\/]{22}==/) != nil,
      request.headers[.connection]?.lowercased().listElements.contains("upgrade") == true
    else { return .bad(.plain(.badRequest, "The WebSocket handshake is malformed.")) }
    guard request.headers[.secWebSocketProtocol]?.listElements.contains(subprotocol) == true else {
      return .bad(.plain(.badRequest, "The subprotocol must be \(subprotocol)."))
    }
    return .good(WebSocketHandshake(key: key))
  }

  /// Returns the handshake that is passed to libwebsockets. It contains only the fields that libwebsockets requires.
  /// The checked key is the only part that comes from the peer.
  func head(subprotocol: String) -> [UInt8] {
    Array(
      """
      GET / HTTP/1.1\r
      Host: localhost\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Version: 13\r
      Sec-WebSocket-Key: \(key)\r
      Sec-WebSocket-Protocol: \(subprotocol)\r
      \r\n
      """.utf8)
  }
}
