import HTTPTypes
import Testing

@testable import WebServer

@Suite(.serialized) struct LoopTests {
  @Test func twoHundredConnectionsOverTwoLoops() async throws {
    let delegate = RecordingDelegate()
    try await withServer(TestHandler(decide: { _ in .accept(delegate) }), change: { $0.loops = 2 }) { port in
      var clients: [WebSocketClient] = []
      var sockets: Set<WebSocket> = []
      for _ in 0..<200 {
        clients.append(try WebSocketClient(port: port))
        sockets.insert(try delegate.socket())
      }
      #expect(sockets.count == 200)
      for socket in sockets { socket.send(Array("hello".utf8)) }
      for client in clients { #expect(try client.readMessage() == Array("hello".utf8)) }
    }
  }

  @Test func handlersRunOnTheLoopAndComeBackToIt() async throws {
    let handler = TestHandler(answer: { _ in
      let before = ThreadIdentity()
      try? await Task.sleep(for: .milliseconds(1))
      let after = ThreadIdentity()
      return Response(before == after ? .ok : .internalServerError)
    })
    try await withServer(handler) { port in
      let answer = try RawSocket(port: port).request("GET", "/")
      #expect(answer.status == 200)
    }
  }

  /// In a process of its own: the other tests open descriptors and threads too.
  @Test func fiftyServersLeaveNothing() async {
    await #expect(processExitsWith: .success) {
      let directory = TemporaryDirectory()
      let tls = try SelfSignedCertificate.ensure(in: directory.path)
      // What is made once and kept: Swift's threads, OpenSSL's tables.
      for configuration in [nil, tls] { try await LoopTests.serveOnce(tls: configuration) }
      let descriptors = ProcessStatus.openDescriptors
      let threads = ProcessStatus.threads
      let memory = ProcessStatus.residentSize
      for number in 0..<50 { try await LoopTests.serveOnce(tls: number % 10 == 0 ? tls : nil) }
      #expect(ProcessStatus.openDescriptors <= descriptors)
      // Swift may have added threads to its pool of one per core, and a test's own thread may be about to end.
      #expect(ProcessStatus.threads <= threads + 4)
      #expect(ProcessStatus.residentSize - memory < 8 << 20)
    }
  }

  private static func serveOnce(tls: TLSConfiguration?) async throws {
    try await withServer(change: {
      $0.loops = 2
      $0.tls = tls
    }) { port in
      if tls == nil {
        #expect(try RawSocket(port: port).request("GET", "/").status == 200)
        let client = try WebSocketClient(port: port)
        try client.send("x")
        #expect(try client.readMessage() == [120])
      }
    }
  }
}
