import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// A server that listens on several ports.
@Suite(.timeLimit(.minutes(5))) struct ListenerTests {
  private func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (BridgeServer, [URL]) async throws -> Void
  ) async throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.logger.logLevel = .critical
    configuration.documents = MemoryDocuments(["index.html": "<title>first</title>"])
    configuration.listeners = [.init(port: 0, documents: MemoryDocuments(["index.html": "<title>second</title>"]))]
    configure(&configuration)
    let server = try BridgeServer(configuration: configuration) { $0.addInterface(Fixture(), by: nil) }
    try await server.run { try await body(server, try await server.urls()) }
  }

  private func exchange(_ url: URL) -> HTTPExchange { HTTPExchange(host: "127.0.0.1", port: url.port ?? 0) }

  private func get(_ url: URL, _ headers: [(String, String)] = []) async throws -> HTTPReply {
    try await exchange(url).request("GET", "/", headers: headers)
  }

  @Test func eachHasDocumentsAndSessionsOfItsOwn() async throws {
    try await run { server, urls async throws in
      #expect(urls.count == 2 && urls[0] != urls[1])
      #expect(try await server.url() == urls[0])
      #expect(try await self.get(urls[0]).text.contains("first"))
      #expect(try await self.get(urls[1]).text.contains("second"))
      let pages = try await [TestPage.open(urls[0]), TestPage.open(urls[1])]
      for page in pages { #expect(try await page.call("addingOne", 1) == 2) }
      let cookies = [await pages[0].sessionCookie ?? "", await pages[1].sessionCookie ?? ""]
      for (cookie, url) in zip(cookies, urls) { #expect(cookie.hasPrefix("bridge-session-\(url.port ?? 0)=")) }
      for page in pages { await page.close() }
    }
  }

  /// If two settings name the same port, the error says so, instead of saying that another program uses the port.
  @Test func twoSettingsCannotNameOnePort() {
    var configuration = BridgeConfiguration(port: 8123)
    configuration.documents = MemoryDocuments(["index.html": ""])
    configuration.listeners = [.init(port: 8123, documents: MemoryDocuments(["index.html": ""]))]
    func check() {
      let error = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
      #expect(error?.description.contains("Two settings name port 8123 of ") == true)
    }
    check()
    configuration.listeners = []
    configuration.inspectorPort = 8123
    check()
  }

  /// Pages of the server's second port may show pages of the first port in iframes, but cannot call their functions.
  @Test func anotherListenersPageMayFrameAndNotCall() async throws {
    try await run { _, urls async throws in
      let iframe = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Site", "same-site")]
      let other = urls[1].absoluteString
      let inIframe = try await self.get(urls[0], iframe + [("Referer", other)])
      #expect(inIframe.status == 200)
      #expect(inIframe["Content-Security-Policy"] == "frame-ancestors 'self' \(other.dropLast())")
      #expect(try await self.get(urls[0], iframe + [("Referer", "http://127.0.0.1:1/")]).status == 403)
      let http = self.exchange(urls[0])
      let origin = String(other.dropLast())
      let call = try await http.request(
        "POST", "/_bridge/call",
        headers: [("Origin", origin), ("Bridge-Document", String(repeating: "a", count: 32))],
        body: Array("call 1 f".utf8))
      #expect(call.status == 403)
    }
  }

  @Test func whatIsWrongIsNamedAtStart() throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = MemoryDocuments([:])
    configuration.listeners = [.init(host: "0.0.0.0", port: 0, documents: MemoryDocuments([:]))]
    let exposed = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
    #expect(exposed?.description.contains("0.0.0.0") == true)
    configuration.listeners[0].host = "127.0.0.1"
    configuration.clientAuthority = "/none"
    let plain = #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
    #expect(plain?.description.contains("every port") == true)
  }
}
