import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Situations that new users encounter first.
@Suite(.timeLimit(.minutes(1))) struct FirstDaysTests {
  @Test func browsersGetNoErrorForTheIconTheyAskFor() async throws {
    try await TestServer.run { test async throws in
      #expect(try await test.http.request("GET", "/favicon.ico").status == 204)
    }
    try await TestServer.run(files: ["favicon.ico": "icon"]) { test async throws in
      #expect(try await test.http.request("GET", "/favicon.ico").text == "icon")
    }
  }

  @Test func aRootWithoutAnIndexIsLoggedAndSaysSo() async throws {
    let log = LogRecorder(from: .notice)
    try await TestServer.run(files: ["other.html": "<!doctype html>"], configure: { $0.logger = log.logger }) {
      test async throws in
      let reply = try await test.http.request("GET", "/", headers: [("Accept", "text/html")])
      #expect(reply.status == 404 && reply.text.contains("The document root has no index.html."))
    }
    #expect(log.lines.count { $0.hasPrefix("the document root has no index.html") } == 1)
    let silent = LogRecorder(from: .notice)
    try await TestServer.run(configure: { $0.logger = silent.logger }) { _ async throws in }
    #expect(silent.lines.isEmpty)
  }

  @Test func anUnknownHostIsToldTheOption() async throws {
    try await TestServer.run { test async throws in
      let reply = try await test.http.request("GET", "/", headers: [("Host", "kiosk.example")])
      #expect(reply.status == 403 && reply.text.contains("add it with --name"))
    }
  }

  @Test func aMissingDocumentIsNamed() async throws {
    try await TestServer.run { test async throws in
      let address = test.url.appending(path: "missing.html")
      let page = try await TestPage.open(test.url)
      let error = await #expect(throws: TestPageError.self) { try await page.follow("/missing.html") }
      await page.close()
      #expect(error == .notFound(address))
      #expect(error?.description == "the server has nothing at \(address) (404)")
    }
  }

  @Exposed
  struct Orders {
    func order(name: String, count: Int) -> String { "\(count) for \(name)" }
    func sum(a: Int, b: Int) -> Int { a + b }
  }

  @Test func anArgumentMayHaveMembersOfSeveralTypes() async throws {
    try await TestServer.run(prepare: { $0.addInterface(Orders(), by: nil) }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("order", ["name": "Jun", "count": 3], as: String.self) == "3 for Jun")
      #expect(try await page.ask("order", ["name": "Jun", "count": 3], as: String.self).value() == "3 for Jun")
      #expect(try await page.call("sum", ["a": 1, "b": 2], as: Int.self) == 3)
      await page.close()
    }
  }

  @Test func textsInMemoryAreDocuments() async throws {
    let texts: [String: String] = ["index.html": "<!doctype html><title>\(6 * 7)</title>"]
    try await TestServer.run(configure: { $0.documents = .memory(texts) }) { test async throws in
      #expect(try await test.http.request("GET", "/").text.contains("<title>42</title>"))
    }
  }

  @Test func framesThatAreDeniedAreNoWarning() throws {
    let log = LogRecorder()
    var configuration = BridgeConfiguration(port: 0, logger: log.logger)
    configuration.documents = .memory(["index.html": ""])
    configuration.navigationPolicy = NavigationPolicy(deny: ["denied.example"])
    _ = try BridgeServer(configuration: configuration) { _ in }
    #expect(log.lines.isEmpty)
  }
}
