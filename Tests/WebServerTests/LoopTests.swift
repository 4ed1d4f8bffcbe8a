import HTTPTypes
import Testing

@testable import SnippetBridgeWebServer

@Suite(.serialized, .timeLimit(.minutes(5))) struct LoopTests {
  @Test func twoHundredConnectionsOverTwoLoops() async throws {
    let delegate = RecordingDelegate()
    try await withServer(TestHandler(decide: { _ in .upgrade(delegate) }), change: { $0.loops = 2 }) { port in
      var clients: [WebSocketClient] = []
      var sockets: [ObjectIdentifier: WebSocket] = [:]
      for _ in 0..<200 {
        clients.append(try WebSocketClient(port: port))
        let socket = try delegate.socket()
        sockets[ObjectIdentifier(socket)] = socket
      }
      #expect(sockets.count == 200)
      for socket in sockets.values { socket.send(Array("hello".utf8)) }
      for client in clients { #expect(try client.readMessage() == Array("hello".utf8)) }
    }
  }
}
