import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct UpgradeTests {
  @Test func acceptedWithTheSubprotocol() async throws {
    try await withServer { port in
      let head = try WebSocketClient.open(on: RawSocket(port: port))
      #expect(head.hasPrefix("HTTP/1.1 101 "))
      #expect(head.contains("Sec-WebSocket-Protocol: snippetbridge.1\r\n"))
      #expect(!head.lowercased().contains("sec-websocket-extensions"))
      #expect(
        try WebSocketClient.open(on: RawSocket(port: port), subprotocol: "a, snippetbridge.1").hasPrefix(
          "HTTP/1.1 101 "))
    }
  }

  @Test func refusedByTheServer() async throws {
    try await withServer { port in
      func status(
        path: String = WebSocketClient.path, subprotocol: String? = "snippetbridge.1", version: String = "13",
        key: String? = "dGhlIHNhbXBsZSBub25jZQ=="
      ) throws -> String {
        let head = try WebSocketClient.open(
          on: RawSocket(port: port), path: path, subprotocol: subprotocol, version: version, key: key)
        return String(head.dropFirst(9).prefix(3))
      }
      let statuses = try [
        status(path: "/other"), status(subprotocol: "chat"), status(subprotocol: nil), status(version: "8"),
        status(key: nil), status(key: "short"),
      ]
      #expect(statuses == ["404", "400", "400", "426", "400", "400"])
    }
  }

  @Test func refusedByTheHandlerWithItsWords() async throws {
    let handler = TestHandler(decide: { request in
      .respond(
        ServerResponse(.forbidden, body: .bytes(Array("not from \(request.headers[.origin] ?? "nowhere")\n".utf8))))
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest(
        "GET", WebSocketClient.path,
        headers: [
          "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13", "Origin: http://evil.example",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: snippetbridge.1",
        ])
      let answer = try socket.readResponse()
      #expect(answer.status == 403)
      #expect(answer.text == "not from http://evil.example\n")
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  /// Some clients, such as Java's, ask every server for `h2c`.
  @Test func otherUpgradesAreIgnored() async throws {
    try await withServer { port in
      for name in ["h2c", "irc"] {
        let socket = try RawSocket(port: port)
        try socket.sendRequest(
          "GET", "/",
          headers: ["Upgrade: \(name)", "Connection: Upgrade, HTTP2-Settings", "HTTP2-Settings: AAMAAABkAAQAAP__"])
        let upgraded = try socket.readHead()
        let plain = try RawSocket(port: port)
        try plain.sendRequest("GET", "/", headers: [])
        #expect(upgraded.prefix(12) == (try plain.readHead().prefix(12)))
        #expect(!upgraded.hasPrefix("HTTP/1.1 101"))
      }
    }
  }
}
