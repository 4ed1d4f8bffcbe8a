import TestSupport
import Testing

@testable import SnippetBridgeWebServer

/// WebSocket frames that RFC 6455 forbids end the connection, and their content is not delivered.
@Suite(.timeLimit(.minutes(5))) struct HostileFrameTests {
  struct Frames: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
  }

  private static let text = Array("hello".utf8)

  static let forbidden = [
    Frames(testDescription: "unmasked", bytes: [0x81, 5] + text),
    Frames(testDescription: "compressed, which was not agreed on", bytes: edited(0, to: 0xC1)),
    Frames(testDescription: "second reserved bit", bytes: edited(0, to: 0xA1)),
    Frames(testDescription: "third reserved bit", bytes: edited(0, to: 0x91)),
    Frames(testDescription: "unknown opcode", bytes: edited(0, to: 0x83)),
    Frames(testDescription: "unknown control opcode", bytes: edited(0, to: 0x8B)),
    Frames(testDescription: "continuation of nothing", bytes: WebSocketClient.frame(opcode: 0, text)),
    Frames(
      testDescription: "a message within a message",
      bytes: WebSocketClient.frame(opcode: 1, text, isFinal: false) + WebSocketClient.frame(opcode: 1, text)),
    Frames(testDescription: "fragmented ping", bytes: WebSocketClient.frame(opcode: 9, text, isFinal: false)),
    Frames(
      testDescription: "long ping", bytes: WebSocketClient.frame(opcode: 9, [UInt8](repeating: 65, count: 126))),
    Frames(
      testDescription: "negative length",
      bytes: [0x81, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 1, 2, 3, 4] + text),
    Frames(testDescription: "no WebSocket at all", bytes: Array("GET / HTTP/1.1\r\nHost: x\r\n\r\n".utf8)),
  ]

  private static func edited(_ place: Int, to byte: UInt8) -> [UInt8] {
    var bytes = WebSocketClient.frame(opcode: 1, text)
    bytes[place] = byte
    return bytes
  }

  @Test(arguments: forbidden, Scheme.allCases) func endsTheConnection(_ frames: Frames, _ scheme: Scheme) async throws {
    let delegate = RecordingDelegate()
    try await withServer(scheme, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let neighbour = try RawSocket(port: port, scheme: scheme)
      #expect(try neighbour.request("GET", "/").status == 200)
      let client = try WebSocketClient(port: port, scheme: scheme)
      _ = try delegate.socket()
      try client.socket.send(frames.bytes)
      // The peer neither answers nor closes the connection.
      let event = try delegate.events.next()
      guard case .closed = event else { throw TestError("not closed but \(event)") }
      _ = try? client.socket.readToEnd()
      #expect(try neighbour.request("GET", "/").status == 200)
    }
  }

  /// RFC 6455, section 5.1: a client must mask every WebSocket frame.
  @Test(arguments: Scheme.allCases) func unmaskedFramesAreRefusedWith1002(_ scheme: Scheme) async throws {
    try await withServer(scheme) { port in
      let client = try WebSocketClient(port: port, scheme: scheme)
      try client.socket.send([0x81, 5] + Self.text)
      #expect(try client.readClose().code == 1002)
      // The unmasked WebSocket frame follows the handshake immediately.
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(Array(WebSocketClient.handshake.utf8) + [0x81, 5] + Self.text)
      #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
      #expect(try WebSocketClient(opened: socket).readClose().code == 1002)
    }
  }

  /// Without the compression extension, a peer cannot send compressed messages.
  @Test func compressionIsNotOffered() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      try socket.sendRequest(
        "GET", WebSocketClient.path,
        headers: [
          "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
          "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol: snippetbridge.1",
          "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits",
        ])
      let head = try socket.readHead().lowercased()
      #expect(head.hasPrefix("http/1.1 101 "))
      #expect(!head.contains("sec-websocket-extensions"))
    }
  }

  /// The length of each request is ambiguous. A proxy could forward bytes as the body of the request, and this server
  /// would read them as the next request.
  @Test(arguments: [
    "Content-Length: 30\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 30",
    "Content-Length: 30\r\nContent-Length: 3", "Transfer-Encoding: identity, chunked", "Transfer-Encoding : chunked",
    "Content-Length: 3 0",
  ])
  func noRequestIsSmuggled(_ headers: String) async throws {
    let paths = EventQueue<String>()
    let handler = TestHandler(answer: { request in
      paths.add(String(request.path))
      return TestHandler.echo(request)
    })
    try await withServer(handler) { port in
      let socket = try RawSocket(port: port)
      try socket.send(
        "POST /a HTTP/1.1\r\nHost: x\r\n\(headers)\r\n\r\n0\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n")
      let answers = String(decoding: (try? socket.readToEnd()) ?? [], as: UTF8.self)
      #expect(!answers.contains("smuggled"))
      while !paths.isEmpty { #expect(try paths.next() != "/smuggled") }
    }
  }
}
