import Foundation
import Logging
import ServiceLifecycle
import SnippetBridge
import SnippetBridgeLifecycle
import SnippetBridgeTesting
import Testing

/// A server in a `ServiceGroup`.
@Suite(.timeLimit(.minutes(5))) struct LifecycleTests {
  @Test func aGracefulShutdownOfTheGroupEndsTheServer() async throws {
    let server = try BridgeServer(configuration: .init(port: 0)) { webView in
      webView.addInterface(Adding(), by: nil)
    }
    let group = ServiceGroup(services: [server.service], logger: Logger(label: "group"))
    async let running: Void = group.run()
    let page = try await TestPage.open(try await server.url())
    #expect(try await page.call("addingOne", 1) == 2)
    await group.triggerGracefulShutdown()
    try await running
    await #expect(throws: (any Error).self) { try await page.call("addingOne", 1, as: Int.self) }
  }

  @Test func theGroupGetsTheReasonWhyTheServerCannotStart() async throws {
    let first = try BridgeServer(configuration: .init(port: 0)) { _ in }
    let running = Task { try await first.run() }
    let port = try #require(try await first.url().port)
    let second = try BridgeServer(configuration: .init(port: port)) { _ in }
    let group = ServiceGroup(services: [second.service], logger: Logger(label: "group"))
    let error = await #expect(throws: BridgeServerError.self) { try await group.run() }
    #expect(error?.description.contains("\(port)") == true)
    running.cancel()
    try await running.value
  }
}

@Exposed
private struct Adding {
  func addingOne(to input: Int) -> Int { input + 1 }
}
