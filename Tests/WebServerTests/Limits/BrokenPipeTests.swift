import Glibc
import HTTPTypes
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

extension OwnProcessTests {
  @Suite struct BrokenPipeTests {
    /// The peers reset their connections while the server writes. The test runs in its own process, because SIGPIPE
    /// would end that process.
    @Test func peersThatResetEndNobody() async {
      await #expect(processExitsWith: .success) {
        signal(SIGPIPE, SIG_DFL)
        let directory = TemporaryDirectory()
        let tls = try SelfSignedCertificate.ensure(in: directory.path)
        for configuration in [nil, tls] {
          let delegate = RecordingDelegate()
          let handler = TestHandler(
            answer: { _ in ServerResponse(.ok, body: .bytes([UInt8](repeating: 65, count: 4 << 20))) },
            decide: { _ in .upgrade(delegate) })
          try await withServer(handler, change: { $0.listeners[0].tls = configuration }) { port in
            for _ in 0..<5 {
              if configuration != nil {
                let run = try Command(
                  "sh", "-c", "curl -sk --max-time 20 https://127.0.0.1:\(port)/ | head -c 100000 | wc -c")
                #expect(run.output.contains("100000"))
                continue
              }
              let socket = try RawSocket(port: port, receiveBuffer: 4096)
              try socket.sendRequest("GET", "/")
              _ = try socket.readHead()
              socket.reset()
              var client: WebSocketClient? = try WebSocketClient(port: port, receiveBuffer: 4096)
              let server = try delegate.socket()
              for _ in 0..<50 { server.send([UInt8](repeating: 65, count: 100_000)) }
              client?.socket.reset()
              client = nil
              for _ in 0..<50 { server.send([UInt8](repeating: 65, count: 100_000)) }
              guard case .closed = try delegate.events.next() else { throw TestError("not closed") }
            }
            if configuration == nil { #expect(try RawSocket(port: port).request("GET", "/").status == 200) }
          }
        }
      }
    }
  }
}
