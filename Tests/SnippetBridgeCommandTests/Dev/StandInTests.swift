import Foundation
import SnippetBridgeDevelopment
import SnippetBridgeTesting
import SnippetBridgeWebClient
import Testing

@testable import SnippetBridgeCommand

@Suite(.timeLimit(.minutes(5))) struct StandInTests {
  /// The output of a program may contain secrets, which the pages of another server must not see.
  @Test func onlyTheProgramsOwnPagesSeeItsOutput() async throws {
    let addresses = ServedAddresses(
      urls: [], listeners: [.init(host: "127.0.0.1", port: 0), .init(host: "127.0.0.1", port: 0, site: "shop")])
    let standIn = StandIn(at: addresses, problems: [Problem("The program has ended.", lines: ["a secret"])])
    let ports = try await standIn.start()
    for (index, host, isShown) in [
      (0, "localhost", true), (0, "shop.localhost", false), (1, "shop.localhost", false), (1, "localhost", false),
    ] {
      for path in ["/", "/_bridge/dev"] {
        let reply = try await HTTPExchange(host: "127.0.0.1", port: ports[index])
          .request("GET", path, headers: [("Host", "\(host):\(ports[index])")])
        #expect(reply.status == 503 && reply.text.contains("a secret") == isShown)
      }
    }
    await standIn.stop()
  }
}
