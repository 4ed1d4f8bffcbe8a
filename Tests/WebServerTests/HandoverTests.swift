import Testing

@testable import SnippetBridgeWebServer

/// A connection that becomes a WebSocket keeps the bytes that arrive together with the handshake.
@Suite(.timeLimit(.minutes(5))) struct HandoverTests {
  @Test(arguments: Scheme.allCases, [1, 60_000, 200_000])
  func framesBehindTheHandshakeAreRead(_ scheme: Scheme, _ size: Int) async throws {
    try await withServer(scheme) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      let message = [UInt8](repeating: UInt8(ascii: "m"), count: size)
      let frame = WebSocketClient.frame(opcode: 1, message)
      try socket.send(Array(WebSocketClient.handshake.utf8) + frame + WebSocketClient.frame(opcode: 1, [65]))
      #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
      let client = WebSocketClient(opened: socket)
      #expect(try client.readMessage() == message)
      #expect(try client.readMessage() == [65])
      try client.send("later")
      #expect(try client.readMessage() == Array("later".utf8))
    }
  }

  @Test(arguments: Scheme.allCases) func aFrameMayBeCutAnywhere(_ scheme: Scheme) async throws {
    try await withServer(scheme) { port in
      let bytes = Array(WebSocketClient.handshake.utf8) + WebSocketClient.frame(opcode: 1, Array("whole".utf8))
      for cut in (bytes.count - 12)..<bytes.count {
        let socket = try RawSocket(port: port, scheme: scheme)
        try socket.send(Array(bytes[..<cut]))
        // When another request is answered, the server has read the first part.
        #expect(try RawSocket(port: port, scheme: scheme).request("GET", "/").status == 200)
        try socket.send(Array(bytes[cut...]))
        #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
        #expect(try WebSocketClient(opened: socket).readMessage() == Array("whole".utf8))
      }
    }
  }

  @Test(arguments: Scheme.allCases) func framesAndTheEndMayComeWithIt(_ scheme: Scheme) async throws {
    let delegate = RecordingDelegate()
    try await withServer(scheme, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      try socket.send(Array(WebSocketClient.handshake.utf8) + WebSocketClient.frame(opcode: 1, [65]))
      socket.shutdownSending()
      _ = try delegate.socket()
      #expect(try delegate.events.next() == .received([65]))
      #expect(try delegate.events.next() == .closed(1006, ""))
      let answer = String(decoding: try socket.readToEnd(), as: UTF8.self)
      #expect(answer.hasPrefix("HTTP/1.1 101 "))
    }
  }

  private final class Closing: WebSocketDelegate {
    let events = EventQueue<UInt16>()
    func opened(_ socket: WebSocket) { socket.close(code: 4001, reason: "not today") }
    func received(_ message: [UInt8], on socket: WebSocket) {}
    func closed(_ socket: WebSocket, code: UInt16, reason: String) { events.add(code) }
  }

  @Test(arguments: Scheme.allCases, [true, false])
  func aDelegateMayCloseAtOnce(_ scheme: Scheme, _ sendsFrame: Bool) async throws {
    let delegate = Closing()
    try await withServer(scheme, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let socket = try RawSocket(port: port, scheme: scheme)
      let frames = sendsFrame ? WebSocketClient.frame(opcode: 1, [65]) : []
      try socket.send(Array(WebSocketClient.handshake.utf8) + frames)
      #expect(try socket.readHead().hasPrefix("HTTP/1.1 101 "))
      let close = try WebSocketClient(opened: socket).readClose()
      #expect(close.code == 4001 && close.reason == "not today")
      #expect(try delegate.events.next() == 4001)
      #expect(try socket.readToEnd().isEmpty)
    }
  }

  /// The server ends a connection with a WebSocket close frame, `close_notify` and FIN, even if the peer is still
  /// sending.
  @Test(arguments: [true, false]) func tlsEndsInOrder(_ peerSends: Bool) async throws {
    let delegate = RecordingDelegate()
    try await withServer(.tls, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let client = try WebSocketClient(port: port, scheme: .tls)
      let socket = try delegate.socket()
      if peerSends { for _ in 0..<20 { try client.send(opcode: 1, [UInt8](repeating: 65, count: 100_000)) } }
      socket.send([66])
      socket.close(code: 4000, reason: "enough")
      #expect(try client.readMessage() == [66])
      if peerSends { try client.send(opcode: 1, [UInt8](repeating: 65, count: 100_000)) }
      #expect(try client.readClose().code == 4000)
      #expect(try client.socket.readToEnd().isEmpty)
      #expect(client.socket.tls?.hasBeenToldOfEnd == true)
    }
  }

  /// The peer closes the connection without close_notify, in the middle of a message.
  @Test func aMissingCloseNotifyIs1006() async throws {
    let delegate = RecordingDelegate()
    try await withServer(.tls, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let client = try WebSocketClient(port: port, scheme: .tls)
      _ = try delegate.socket()
      try client.socket.send(Array(WebSocketClient.frame(opcode: 1, [UInt8](repeating: 65, count: 1000)).prefix(500)))
      client.socket.cut()
      #expect(try delegate.events.next() == .closed(1006, ""))
    }
  }

  /// The server does not read from a paused socket. So a peer that sends very much must wait.
  @Test func aPausedSocketStopsItsPeerOverTLSToo() async throws {
    let delegate = RecordingDelegate()
    try await withServer(.tls, TestHandler(decide: { _ in .upgrade(delegate) })) { port in
      let client = try WebSocketClient(port: port, scheme: .tls)
      let socket = try delegate.socket()
      socket.setReading(isPaused: true)
      // When this request is answered, the loop has paused the socket.
      #expect(try RawSocket(port: port, scheme: .tls).request("GET", "/").status == 200)
      client.socket.doNotBlock()
      let frame = WebSocketClient.frame(opcode: 1, [UInt8](repeating: 65, count: 100_000))
      var sent = 0
      while sent < 200, (try? client.socket.send(frame)) != nil { sent += 1 }
      #expect(sent < 200)
    }
  }

  @Test func whatIsRefusedIsNotHandedOver() async throws {
    try await withServer { port in
      let socket = try RawSocket(port: port)
      let handshake = WebSocketClient.handshake.replacing("Version: 13", with: "Version: 12")
      try socket.send(Array(handshake.utf8) + WebSocketClient.frame(opcode: 1, [65]))
      #expect(try socket.readResponse().status == 426)
      #expect(try socket.readToEnd().isEmpty)
    }
  }
}
