import SnippetBridgePlatform
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct BindingTests {
  @Test(arguments: [
    ("127.0.0.1", ["127.0.0.1"]), ("::1", ["::1"]), ("0.0.0.0", ["0.0.0.0"]), ("::", ["::"]),
    ("localhost", ["127.0.0.1", "::1"]),
  ])
  func bindsExactlyTheAddress(_ host: String, _ expected: [String]) throws {
    let perLoop = try ListenSocket.make(host: host, port: 0, loops: 2)
    let port = try #require(perLoop.first?.first).address.port
    for sockets in perLoop {
      #expect(Set(sockets.map(\.address.numericHost)).isSubset(of: Set(expected)))
      #expect(!sockets.isEmpty)
      #expect(sockets.allSatisfy { $0.address.port == port })
    }
  }

  @Test func loopbackIsNotReachableElsewhere() async throws {
    try await withServer { port in
      let answer = try RawSocket(port: port, host: "127.0.0.1").request("GET", "/")
      #expect(answer.status == 200)
      #expect((try? RawSocket(port: port, host: "127.0.0.2")) == nil)
      #expect((try? RawSocket(port: port, host: "::1")) == nil)
    }
  }

  @Test func ipv6Serves() async throws {
    try await withServer(change: { $0.listeners[0].host = "::1" }) { port in
      let answer = try RawSocket(port: port, host: "::1").request("GET", "/")
      #expect(answer.status == 200)
    }
  }

  @Test func aPortInUseIsNamed() async throws {
    let first = makeServer()
    let port = try #require(try await first.start().first)
    let second = makeServer(change: { $0.listeners[0].port = port })
    let error = await #expect(throws: WebServerError.self) { try await second.start() }
    #expect(error?.code == .addressInUse)
    #expect(
      error?.description
        == "Port \(port) of 127.0.0.1 is in use by another program. Stop that program, or use another port.")
    await first.stop(within: .seconds(1))
    let third = makeServer(change: { $0.listeners[0].port = port })
    #expect(try await third.start() == [port])
    await third.stop(within: .seconds(1))
  }

  /// Tests that a program can listen before the program that it replaces ends.
  @Test func aServerMayShareThePortOfAnother() async throws {
    let first = makeServer()
    let port = try #require(try await first.start().first)
    let second = makeServer(change: {
      $0.listeners[0].port = port
      $0.sharesPorts = true
    })
    #expect(try await second.start() == [port])
    await first.stop(within: .seconds(1))
    let answer = try await blocking { try RawSocket(port: port).request("GET", "/").status }
    #expect(answer == 200)
    await second.stop(within: .seconds(1))
  }

  /// Tests that a server accepts all waiting connections before it closes its socket. The system resets the others.
  @Test func noConnectionIsLostWhenAServerReplacesAnother() async throws {
    let first = makeServer()
    let port = try #require(try await first.start().first)
    let second = makeServer(change: {
      $0.listeners[0].port = port
      $0.sharesPorts = true
    })
    _ = try await second.start()
    let sockets = try await blocking { Parcel(try (0..<200).map { _ in try RawSocket(port: port) }) }
    first.stopAccepting()
    let answers = try await blocking { try sockets.value.map { try $0.request("GET", "/").status } }
    #expect(answers == Array(repeating: 200, count: 200))
    await first.stop(within: .seconds(1))
    await second.stop(within: .seconds(1))
  }

  @Test(arguments: ["no.such.host.invalid", "192.0.2.1"])
  func hostsThatCannotBeBoundAreNamed(_ host: String) async throws {
    let server = makeServer(change: { $0.listeners[0].host = host })
    let error = await #expect(throws: WebServerError.self) { try await server.start() }
    #expect(error?.code == .cannotBind)
    #expect(error?.description.contains(host) == true)
  }
}
