import DSBridgeLocks
import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Pages of other servers that load the page script themselves.
@Suite(.timeLimit(.minutes(5))) struct PageOriginTests {
  private let origin = "http://127.0.0.1:5173"

  private func run(
    token: AccessToken? = nil, prepare: @escaping @Sendable (WebView) -> Void = { $0.addInterface(Fixture(), by: nil) },
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      configure: {
        $0.pageOrigins = ["HTTP://127.0.0.1:5173"]
        $0.token = token
      }, prepare: prepare, body)
  }

  private func preflight(_ test: TestServer, from origin: String, _ path: String = "/_bridge/call") async throws
    -> HTTPReply
  {
    try await test.http.request(
      "OPTIONS", path,
      headers: [
        ("Origin", origin), ("Access-Control-Request-Method", "POST"),
        ("Access-Control-Request-Headers", "bridge-document"),
      ])
  }

  @Test func suchAPageUsesTheBridge() async throws {
    let origins = Names()
    try await run(prepare: { webView in
      webView.addInterface(Fixture(), by: nil)
      origins.add(webView.client?.origin ?? "none")
    }) { test async throws in
      var page = HandmadeClient(test)
      page.origin = origin
      let hello = try await page.post("/_bridge/hello", page.helloBody)
      #expect(hello.status == 200)
      #expect(hello["Access-Control-Allow-Origin"] == origin)
      #expect(hello["Access-Control-Allow-Credentials"] == "true")
      #expect(hello["Vary"] == "Origin")
      page.cookie = hello["Set-Cookie"].map { String($0.prefix { $0 != ";" }) }
      let call = try await page.post("/_bridge/call", "call 1 addingOne 1")
      #expect(call.text == "reply 1 2")
      #expect(call["Access-Control-Allow-Origin"] == origin)
      let socket = try await page.socketWithHello()
      socket.cut()
      #expect(origins.all == [origin])
      // Error responses carry the header as well, so that the page can read them.
      #expect(try await page.post("/_bridge/call", "nonsense")["Access-Control-Allow-Origin"] == origin)
    }
  }

  @Test func everyOtherOriginIsRefusedAsBefore() async throws {
    try await run { test async throws in
      for other in ["http://127.0.0.1:5174", "https://127.0.0.1:5173", "http://evil.example", "null"] {
        var page = HandmadeClient(test)
        page.origin = other
        let hello = try await page.post("/_bridge/hello", page.helloBody)
        #expect(hello.status == 403, "\(other)")
        #expect(hello["Access-Control-Allow-Origin"] == nil)
        #expect(try await preflight(test, from: other)["Access-Control-Allow-Origin"] == nil)
      }
      // A page origin is not one of the server's own origins. So its pages can neither show this server's pages in
      // iframes nor post forms to them.
      for (method, destination) in [("POST", "document"), ("GET", "iframe")] {
        let reply = try await test.http.request(
          method, "/",
          headers: [
            ("Origin", origin), ("Referer", origin + "/"), ("Sec-Fetch-Mode", "navigate"),
            ("Sec-Fetch-Dest", destination), ("Sec-Fetch-Site", "same-site"),
          ])
        #expect(reply.status == 403)
      }
    }
  }

  /// Browsers keep cookies per host name, so the page and the server must use the same name.
  @Test func byAnotherNameItIsRefusedWithTheReason() async throws {
    try await run { test async throws in
      var page = HandmadeClient(test)
      (page.origin, page.host) = (origin, "localhost:\(test.url.port ?? 0)")
      let hello = try await page.post("/_bridge/hello", page.helloBody)
      #expect(hello.status == 403)
      #expect(hello.text.contains("localhost:\(test.url.port ?? 0)"))
      #expect(hello["Access-Control-Allow-Origin"] == origin)
    }
  }

  @Test func preflightsAreAnsweredBeforeTheTokenIsAskedFor() async throws {
    try await run(token: AccessToken("0123456789abcdef")) { test async throws in
      let reply = try await preflight(test, from: origin)
      #expect(reply.status == 204)
      #expect(reply["Access-Control-Allow-Origin"] == origin)
      #expect(reply["Access-Control-Allow-Credentials"] == "true")
      #expect(reply["Access-Control-Allow-Headers"] == "bridge-document")
      #expect(reply["Access-Control-Max-Age"] == "7200")
      #expect(reply["Vary"] == "Origin")
      #expect(try await preflight(test, from: "http://evil.example").status == 401)
      // Browsers request a module without cookies, so the server sends it without a token. Calls to the bridge need the
      // token.
      let module = try await test.http.request("GET", "/_bridge/bridge.mjs", headers: [("Origin", origin)])
      #expect(module.status == 200 && module["Access-Control-Allow-Origin"] == origin)
      #expect(try await test.http.request("GET", "/_bridge/bridge.mjs").status == 401)
      var page = HandmadeClient(test)
      page.origin = origin
      #expect(try await page.post("/_bridge/hello", page.helloBody).status == 401)
    }
  }

  @Test func scriptsMayBeLoadedByPagesOfOtherPorts() async throws {
    try await run { test async throws in
      let script = try await test.http.request("GET", "/_bridge/bridge.js")
      #expect(script["Cross-Origin-Resource-Policy"] == "cross-origin")
      #expect(script["Vary"] == "Origin")
      #expect(try await test.http.request("GET", "/")["Cross-Origin-Resource-Policy"] == "same-origin")
    }
    try await TestServer.run { test async throws in
      #expect(try await test.http.request("GET", "/_bridge/bridge.js")["Vary"] == nil)
      #expect(try await preflight(test, from: origin).status == 405)
    }
  }

  @Test(arguments: [
    ("https://localhost:5173", "same scheme"), ("http://other.example:5173", "host name"),
    ("localhost:5173", "is not an origin"), ("http://localhost:5173/", "is not an origin"), ("*", "is not an origin"),
  ])
  func whatCannotWorkIsRefusedAtStart(origin: String, reason: String) throws {
    var configuration = BridgeConfiguration(port: 0)
    configuration.pageOrigins = [origin]
    let error = #expect(throws: BridgeServerError.self) {
      try BridgeServer(configuration: configuration) { (_: WebView) in }
    }
    #expect(error.map { "\($0)" }?.contains(reason) == true)
    #expect(error.map { "\($0)" }?.contains(origin) == true)
  }

  /// A page of another server asks about `/private` of its own origin. The server still asks the interceptor when a
  /// browser requests `/private` from this server.
  @Test func itsNavigationsGiveNoPass() async throws {
    let interceptor = RecordingInterceptor { _ in false }
    try await run(prepare: { $0.bind(interceptor: interceptor) }) { test async throws in
      var page = HandmadeClient(test)
      page.origin = origin
      _ = try await page.hello()
      let question = "call 1 _bridge.intercept {\"url\":\"\(origin)/private\"}"
      #expect(try await page.post("/_bridge/call", question).text == "reply 1 false")
      let cookie = try #require(page.cookie)
      let headers = [("Cookie", cookie), ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
      _ = try await test.http.request("GET", "/private", headers: headers)
      #expect(interceptor.takeQuestions() == ["url /private", "url /private"])
    }
  }
}

private final class Names: Sendable {
  private let names = Mutex<[String]>([])
  func add(_ name: String) { names.withLock { $0.append(name) } }
  var all: [String] { names.withLock { $0 } }
}
