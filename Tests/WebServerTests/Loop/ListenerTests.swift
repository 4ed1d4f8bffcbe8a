import Glibc
import Logging
import SnippetBridgeCLibwebsockets
import SnippetBridgePlatform
import TestSupport
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct ListenerTests {
  /// A client connects again whenever the listener accepts a connection.
  @Test func acceptingTheBacklogEnds() throws {
    let loop = try #require(sb_ev_loop_new())
    defer { ev_loop_destroy(loop) }
    let socket = try #require(try ListenSocket.make(host: "127.0.0.1", port: 0, loops: 1).first?.first)
    var count = 0
    var client: RawSocket?
    let listener = Listener(on: loop, socket: socket, logger: Logger(label: "test")) { descriptor, _ in
      close(descriptor)
      count += 1
      client = count < 5 * ListenSocket.backlog ? try? RawSocket(port: socket.address.port) : nil
    }
    client = try RawSocket(port: socket.address.port)
    listener.acceptBacklog()
    #expect(count > ListenSocket.backlog && count < 2 * ListenSocket.backlog)
    _ = client
  }
}
