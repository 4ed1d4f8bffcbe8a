import ArgumentParser
import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetBridge

/// The inspector of a server, over sockets.
@Suite(.timeLimit(.minutes(5))) struct InspectorTests {
  private struct Record: Decodable {
    var version: Int?
    var line: String?
    var cut: Int?
    var whole: Int?
    var note: String?
    var tab: Int?
  }

  private struct Node: Decodable {
    var label: String
    var tab: Int?
    var state: String?
    var facts: [[String]]
    var children: [Node]
  }

  private struct Attempt: Encodable {
    var tab: Int
    var name: String
    var input: Int?
    var isPage: Bool
    var attempt: Int
  }

  private struct Described: Decodable {
    var name: String
    var type: String
    var documentation: String
    var isPage: Bool
  }

  struct Question: Encodable {
    var tab: Int
    var action: String
    var value: Int?
  }

  /// Runs a server with an inspector, and opens a page of each.
  static func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    prepare: @escaping @Sendable (WebView) -> Void = { $0.addInterface(Fixture(), by: nil) },
    _ body: (TestServer, _ page: TestPage, _ inspector: TestPage) async throws -> Void
  ) async throws {
    try await TestServer.run(
      configure: {
        $0.inspectorPort = 0
        configure(&$0)
      }, prepare: prepare
    ) { test async throws in
      let access = PageAccess(token: try test.server.configuration.token?.secret())
      let page = try await TestPage.open(test.url, access: access, reconnects: true)
      let own = PageAccess(token: try test.server.configuration.inspectorToken?.secret())
      let inspector = try await TestPage.open(url(test), access: own)
      #expect(try await inspector.ask("inspector.begin", as: Int.self).value() == 1)
      try await body(test, page, inspector)
      await inspector.close()
      await page.close()
    }
  }

  private static func url(_ test: TestServer) throws -> URL {
    let port = try #require(test.server.registry.inspectorPort.withLock { $0 })
    return try #require(URL(string: "http://127.0.0.1:\(port)/"))
  }

  /// Reads records until one of them matches.
  private static func records(
    of inspector: TestPage, document: Int = 1, until isLast: (Record) -> Bool
  ) async throws -> [Record] {
    var records: [Record] = []
    while !records.contains(where: isLast) {
      records += try await inspector.ask("inspector.next", document, as: [Record].self).value()
    }
    return records
  }

  @Test func anotherDocumentReadsFromTheBeginning() async throws {
    try await Self.run { _, _, inspector in
      let isConnected = { (record: Record) in record.note == "connected" }
      _ = try await Self.records(of: inspector, until: isConnected)
      let left = try await inspector.ask("inspector.next", 1, as: [Record].self)
      #expect(try await inspector.ask("inspector.begin", as: Int.self).value() == 2)
      _ = try await left.value()
      #expect(try await inspector.ask("inspector.next", 1, as: [Record].self).value().isEmpty)
      #expect(try await Self.records(of: inspector, document: 2, until: isConnected).first?.version == 1)
    }
  }

  @Test func aServerHasNoInspectorByDefault() async throws {
    try await TestServer.run { test async throws in
      #expect(!test.server.registry.isInspected)
      #expect(try await test.http.request("GET", "/_bridge/inspector").status == 404)
      let page = try await test.http.request("GET", "/")
      #expect(!String(decoding: page.body, as: UTF8.self).contains("inspect"))
    }
  }

  @Test func theAddressLeadsToThePage() async throws {
    try await Self.run { test, _, _ in
      let url = try Self.url(test)
      let redirect = try await test.http.request("GET", "/_bridge/inspector")
      #expect(redirect.status == 307)
      #expect(redirect["location"] == url.absoluteString)
      let reply = try await HTTPExchange(host: "127.0.0.1", port: url.port ?? 0).request("GET", "/")
      #expect(reply.status == 200)
      #expect(reply["content-security-policy"]?.contains("default-src 'self'") == true)
      #expect(String(decoding: reply.body, as: UTF8.self).contains("<h1>Inspector</h1>"))
      let scripts = ["inspector", "store", "filter", "list", "detail", "form", "live", "recorder", "recording"].map {
        "\($0).js"
      }
      for name in ["inspector.css"] + scripts {
        let file = try await HTTPExchange(host: "127.0.0.1", port: url.port ?? 0).request("GET", "/\(name)")
        #expect(file.status == 200, "\(name)")
      }
    }
  }

  @Test func aLongLineIsSentWholeOnRequest() async throws {
    try await Self.run { _, page, inspector in
      let text = String(repeating: "x", count: 10_000)
      _ = try await page.call("echo", text, as: String.self)
      let cut = try #require(await Self.records(of: inspector) { $0.whole != nil }.first { $0.whole != nil })
      #expect(cut.cut ?? 0 > 10_000 && (cut.line?.utf8.count ?? 0) < 5_000)
      let line = try await inspector.ask("inspector.line", cut.whole ?? 0, as: String.self).value()
      #expect(line.hasSuffix(" \"\(text)\""))
      let failure = await #expect(throws: CallFailure.self) {
        try await inspector.ask("inspector.line", 1_000, as: String.self).value()
      }
      #expect(failure?.message.contains("no longer keeps this line") == true)
    }
  }

  @Test func theDelayAppliesToABlockingCall() async throws {
    try await Self.run { _, page, inspector in
      let question = Question(tab: 1, action: "delay", value: 300)
      _ = try await inspector.ask("inspector.trouble", question, as: String.self).value()
      let start = ContinuousClock.now
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      #expect(.now - start >= .milliseconds(300))
    }
  }

  @Test func theProgramDoesNotContainTheInspector() async throws {
    try await Self.run { test, _, inspector in
      _ = try await inspector.ask("inspector.webViews", as: [Node].self).value()
      #expect(test.server.webViews.count == 1)
      #expect(try await test.server.urls().count == 1)
    }
  }

  @Test func callsAreShownWithMaskedSecrets() async throws {
    try await Self.run { _, page, inspector in
      #expect(try await page.call("addingOne", 41, as: Int.self) == 42)
      _ = try await page.call("echo", String(repeating: "x", count: 10_000), as: String.self)
      await page.register("password") { _ in "secret" }
      let records = try await Self.records(of: inspector) { $0.line?.hasPrefix("reply") == true && $0.cut != nil }
      let lines = records.compactMap(\.line)
      let ask = try #require(lines.firstIndex { $0.hasSuffix(" addingOne 41") })
      #expect(lines[ask...].contains { $0.hasPrefix("reply") && $0.hasSuffix(" 42") })
      #expect(records.contains { $0.note == "connected" && $0.tab == 1 })
      #expect(records.allSatisfy { ($0.line?.utf8.count ?? 0) < 5_000 })
      #expect(records.contains { ($0.cut ?? 0) > 10_000 })
    }
  }

  @Test func theTreeContainsTheWebViews() async throws {
    try await Self.run { test, _, inspector in
      var sessions = try await inspector.ask("inspector.webViews", as: [Node].self).value()
      // The web view reports its interfaces on its own queue.
      while sessions.first?.children.first?.facts.contains(["Interfaces", "(no namespace)"]) != true {
        sessions = try await inspector.ask("inspector.webViews", as: [Node].self).value()
      }
      let node = try #require(sessions.first?.children.first)
      #expect((node.tab, node.state).0 == 1)
      #expect(node.state == "connected")
      #expect(node.facts.contains(["Address", test.url.absoluteString]))
    }
  }

  @Test func functionsAreDescribed() async throws {
    try await Self.run { _, page, inspector in
      await page.register("_bridge.functions") { _ in ["addValue"] }
      let functions = try await inspector.ask("inspector.functions", 1, as: [Described].self).value()
      let adding = try #require(functions.first { $0.name == "addingOne" })
      #expect(adding.type == "(input: number): Promise<number>")
      let run = try #require(functions.first { $0.name == "run" })
      #expect(run.documentation == "Returns the number of calls to this function so far, including this one.")
      #expect(functions.contains { $0.name == "addValue" && $0.isPage })
    }
  }

  @Test func aCallGoesThroughThePage() async throws {
    try await Self.run { _, page, inspector in
      await page.registerAsynchronous("_bridge.try") { arguments, responder in
        responder([(try? arguments.decode(String.self, at: 1)) ?? ""], isLast: false)
        responder([String](), isLast: true)
      }
      let attempt = Attempt(tab: 1, name: "addingOne", input: 4, isPage: false, attempt: 1)
      let answer = try await inspector.ask("inspector.try", attempt, as: String.self).value()
      #expect(answer == "addingOne")
    }
  }

  @Test func anUnknownWebViewIsAnError() async throws {
    try await Self.run { _, _, inspector in
      let failure = await #expect(throws: CallFailure.self) {
        try await inspector.ask("inspector.functions", 7, as: [Described].self).value()
      }
      #expect(failure?.message.contains("Web view 7 was closed.") == true)
    }
  }

  @Test func aCutConnectionIsResumed() async throws {
    try await Self.run { _, page, inspector in
      _ = try await inspector.ask("inspector.trouble", Question(tab: 1, action: "cut"), as: String.self).value()
      _ = try await Self.records(of: inspector) { $0.note == "resumed" }
      #expect(try await page.ask("addingOne", 1, as: Int.self).value() == 2)
    }
  }

  @Test func delayedMessagesKeepTheirOrder() async throws {
    try await Self.run { _, page, inspector in
      for question in [Question(tab: 1, action: "delay", value: 5), Question(tab: 1, action: "slow", value: 100_000)] {
        _ = try await inspector.ask("inspector.trouble", question, as: String.self).value()
      }
      let values = try await page.post("tick", 1, as: Int.self).all()
      #expect(values == [2, 3, 4])
    }
  }

  @Test func otherMachinesNeedAToken() throws {
    func make(_ host: String, _ change: (inout BridgeConfiguration) -> Void = { _ in }) throws {
      var configuration = BridgeConfiguration(host: host, port: 0, root: FileManager.default.temporaryDirectory.path)
      configuration.logger.logLevel = .critical
      configuration.inspectorPort = 0
      change(&configuration)
      _ = try BridgeServer(configuration: configuration) { _ in }
    }
    try make("127.0.0.1")
    let token = AccessToken("0123456789abcdef")
    try make("0.0.0.0") { ($0.token, $0.inspectorToken) = (token, AccessToken("another-0123456789")) }
    let tokenless = #expect(throws: BridgeServerError.self) { try make("127.0.0.1") { $0.token = token } }
    #expect(tokenless?.description.contains("--inspector-token-file") == true)
    let refusal = #expect(throws: BridgeServerError.self) { try make("0.0.0.0") { $0.allowsNetwork = true } }
    #expect(refusal?.description.hasPrefix("The inspector shows all calls, and other machines can connect to") == true)
  }

  @Test func theTokenIsRequired() async throws {
    let token = "0123456789abcdef"
    try await Self.run(
      configure: { ($0.token, $0.inspectorToken) = (AccessToken(token), AccessToken("another-0123456789")) }
    ) { test, page, _ in
      let url = try Self.url(test)
      let http = HTTPExchange(host: "127.0.0.1", port: url.port ?? 0)
      #expect(try await http.request("GET", "/store.js").status == 401)
      // Users of the program must not see each other's calls.
      let bearer = ("Authorization", "Bearer \(token)")
      #expect(try await http.request("GET", "/store.js", headers: [bearer]).status == 401)
      let cookie = (
        "Cookie",
        try #require(await page.sessionCookie).replacing("-\(test.url.port ?? 0)=", with: "-\(url.port ?? 0)=")
      )
      #expect(try await http.request("GET", "/store.js", headers: [cookie]).status == 401)
      #expect(try await test.http.request("GET", "/_bridge/inspector").status == 401)
      let foreign = try await http.request("POST", "/_bridge/hello", headers: [("Origin", test.origin)])
      #expect(foreign.status == 401 || foreign.status == 403)
    }
  }

  @Test func theTokenIsInAFileBesideThatOfTheProgram() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "inspector-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    var configuration = BridgeConfiguration(port: 0, root: folder)
    configuration.logger.logLevel = .critical
    configuration.inspectorPort = 0
    configuration.token = .file("\(folder)/till.token")
    _ = try BridgeServer(configuration: configuration) { _ in }
    let own = try String(contentsOfFile: "\(folder)/till.token", encoding: .utf8)
    #expect(try own != String(contentsOfFile: "\(folder)/till.token.inspector", encoding: .utf8))
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/till.token.inspector")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func pagesOfTheProgramHaveAnotherOrigin() async throws {
    try await Self.run { test, _, _ in
      let url = try Self.url(test)
      let http = HTTPExchange(host: "127.0.0.1", port: url.port ?? 0)
      let hello = try await http.request("POST", "/_bridge/hello", headers: [("Origin", test.origin)])
      #expect(hello.status == 403)
      let rebound = try await http.request("GET", "/", headers: [("Host", "evil.example")])
      #expect(rebound.status == 403)
    }
  }

  @Test func options() throws {
    #expect(try BridgeOptions.parse([]).configuration().inspectorPort == nil)
    #expect(try BridgeOptions.parse(["--inspector"]).configuration().inspectorPort == 0)
    #expect(try BridgeOptions.parse(["--inspector-port", "9000"]).configuration().inspectorPort == 9000)
    #expect(try BridgeOptions.parse(["--inspector-token-file", "a"]).configuration().inspectorToken?.path == "a")
    #expect(throws: (any Error).self) { try BridgeOptions.parse(["--inspector-port", "70000"]) }
  }
}
