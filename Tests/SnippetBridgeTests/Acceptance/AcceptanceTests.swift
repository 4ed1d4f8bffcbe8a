import DSBridgeLocks
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Tests of the cases in docs/internals/acceptance.md that need no browser. Each name begins with the number of its
/// case.
@Suite(.timeLimit(.minutes(5))) struct AcceptanceTests {
  private func run(_ body: (TestServer, TestPage) async throws -> Void) async throws {
    try await TestServer.run(prepare: { $0.addInterface(AcceptanceFixture(), by: nil) }) { test async throws in
      let page = try await TestPage.open(test.url, isReady: false)
      try await body(test, page)
      await page.close()
    }
  }

  @Test func case50_everyWaitingCallFailsWhenThePageGoes() async throws {
    try await TestServer.run(configure: { $0.webViews.reconnectTimeout = .seconds(5) }) { test async throws in
      let page = try await TestPage.open(test.url)
      let (asked, question) = AsyncStream<Void>.makeStream()
      await page.registerAsynchronous("never") { _, _ in question.yield() }
      let webView = try #require(test.server.webViews.first)
      let waiting = (0..<3).map { _ in Task { try await webView.call("never", returning: Int.self) } }
      var count = 0
      for await _ in asked {
        count += 1
        if count == 3 { break }
      }
      await page.close()
      for task in waiting {
        let error = await #expect(throws: BridgeError.self) { try await task.value }
        #expect(error?.code == .pageGone)
      }
    }
  }

  @Test func case51_evaluationsResumeInOrderWithoutDuplicates() async throws {
    try await run { test, page in
      let seen = Mutex<[Int]>([])
      await page.registerAsynchronous("collect") { arguments, answer in
        let number = (try? arguments.decode(Int.self, at: 0)) ?? -1
        seen.withLock { $0.append(number) }
        answer(number)
      }
      await page.ready()
      let webView = try #require(test.server.webViews.first)
      for number in 0..<20 { webView.call("collect", with: [number]) }
      _ = try await webView.call("collect", with: [20], returning: Int.self)
      for number in 21..<40 { webView.call("collect", with: [number]) }
      await page.cut()
      for number in 40..<60 { webView.call("collect", with: [number]) }
      try await page.connect()
      _ = try await webView.call("collect", with: [60], returning: Int.self)
      #expect(seen.withLock { $0 } == Array(0...60))
    }
  }

  @Test func case62_theLastInterfaceOfANamespaceCounts() async throws {
    try await run { test, page in
      let webView = try #require(test.server.webViews.first)
      webView.addInterface(Fixture(), by: "n")
      webView.addInterface(AcceptanceFixture(), by: "n")
      #expect(try await page.call("n.adding100", 7) == 107)
      let replaced = await #expect(throws: CallFailure.self) { try await page.callText("n.addingOne", "1") }
      #expect(replaced?.kind == "noSuchMethod")
      webView.removeInterface(by: "n")
      let removed = await #expect(throws: CallFailure.self) { try await page.callText("n.adding100", "1") }
      #expect(removed?.kind == "noSuchMethod")
      // Add and remove the interface from many threads while calls run. Each call either finds the interface or
      // fails.
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<100 {
              webView.addInterface(AcceptanceFixture(), by: "n")
              webView.removeInterface(by: "n")
            }
          }
        }
        for _ in 0..<100 {
          if let result = try? await page.call("n.adding100", 1, as: Int.self) { #expect(result == 101) }
        }
      }
      #expect(try await page.call("adding100", 7) == 107)
    }
  }

  @Test func case63_forgedRequestsAreRefused() async throws {
    try await TestServer.run { test async throws in
      var owner = HandmadeClient(test)
      let ticket = try await owner.hello()
      // Send a call whose callback name contains JavaScript code.
      #expect(try await owner.post("/_bridge/call", "post 1 addingOne alert(1)// 1\ncall 2 addingOne 1").status == 400)
      // Send requests with a foreign origin, with a foreign host name, without a session cookie, and with the id of
      // another session's document.
      var forged = owner
      forged.origin = "http://evil.example"
      #expect(try await forged.post("/_bridge/call", "call 1 addingOne 1").status == 403)
      forged = owner
      forged.host = "evil.example"
      #expect(try await forged.post("/_bridge/call", "call 1 addingOne 1").status == 403)
      forged = owner
      forged.cookie = nil
      #expect(try await forged.post("/_bridge/call", "call 1 addingOne 1").status == 401)
      var other = HandmadeClient(test)
      other.document = String(repeating: "c", count: 32)
      other.documentHeader = other.document
      _ = try await other.hello()
      other.documentHeader = owner.document
      #expect(try await other.post("/_bridge/call", "call 1 addingOne 1").status == 401)
      // Send a wrong ticket.
      let socket = try await owner.socket()
      try await socket.send(owner.socketHello(String(ticket.reversed())))
      #expect(try await socket.ended().code == 1008)
      #expect(try await owner.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
    }
  }

  @Test(arguments: [
    ("", 400), ("[]", 400), ("\"x\"", 400), ("1", 400), ("{data:1}", 400), ("call 1 dbl", 400),
    ("call 1 dbl {data:1}", 200), ("call 1 dbl {\"data\":1,\"data\":2}", 200), ("call 1 dbl 1e400", 200),
    ("call 1 dbl [", 200), ("call 1 dbl 1 2", 200), ("call 1 dbl \u{1}", 200),
  ])
  func case64_nonsenseInARequest(body: String, status: Int) async throws {
    try await run { test, _ in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let reply = try await stranger.post("/_bridge/call", body)
      #expect(reply.status == status, "\(reply.text)")
      if status == 200 { #expect(reply.text.hasPrefix("fail 1 {"), "\(reply.text)") }
      let next = status == 200 ? 2 : 1
      #expect(try await stranger.post("/_bridge/call", "call \(next) dbl 1.5").text == "reply \(next) 1.5")
    }
  }

  @Test func case64_bytesThatAreNoText() async throws {
    try await run { test, _ in
      var stranger = HandmadeClient(test)
      _ = try await stranger.hello()
      let headers = [
        ("Origin", test.origin), ("Cookie", stranger.cookie ?? ""), ("Bridge-Document", stranger.document),
      ]
      let body = Array("call 1 returnAsIs \"".utf8) + [0xFF, 0xC0, 0x80] + Array("\"".utf8)
      let reply = try await test.http.request("POST", "/_bridge/call", headers: headers, body: body)
      #expect(reply.status == 400 || reply.text.hasPrefix("fail 1 {"), "\(reply.status) \(reply.text)")
      let number = reply.status == 200 ? 2 : 1
      #expect(try await stranger.post("/_bridge/call", "call \(number) dbl 1").text == "reply \(number) 1")
    }
  }

  @Test func case70_theScriptsOfDSBridgeSwift() async throws {
    try await run { test, page in
      #expect(try await page.callText("test") == #""""#)
      #expect(try await page.call("willReturn1") == 1)
      let asked = try await page.post("asyncFunc", 800, as: Int.self).all()
      #expect(asked == [800])
      #expect(try await page.call("returnAsIs", 99) == 99)
      #expect(try await page.call("adding100", 7) == 107)
      await page.register("addValue") { arguments in
        try arguments.decode(Int.self, at: 0) + arguments.decode(Int.self, at: 1)
      }
      await page.registerAsynchronous("append") { arguments, answer in
        answer((try? arguments.decodeAll(String.self).joined(separator: " ")) ?? "")
      }
      await page.ready()
      let webView = try #require(test.server.webViews.first)
      #expect(try await webView.call("addValue", with: [1, 1], returning: Int.self) == 2)
      #expect(try await webView.call("append", with: ["1", "2", "3"], returning: String.self) == "1 2 3")
    }
  }

  @Test func case70_tenThousandEvaluationsInOrder() async throws {
    try await run { test, page in
      let seen = Mutex<[Int]>([])
      await page.register("collect") { arguments in
        let number = try arguments.decode(Int.self, at: 0)
        seen.withLock { $0.append(number) }
        return number
      }
      await page.ready()
      let webView = try #require(test.server.webViews.first)
      for number in 0..<9_999 { webView.call("collect", with: [number]) }
      #expect(try await webView.call("collect", with: [9_999], returning: Int.self) == 9_999)
      #expect(seen.withLock { $0 } == Array(0..<10_000))
    }
  }

  @Test(arguments: [
    ("a.b.c.f", "a.b.c", "f"), ("f", "", "f"), (" a.f ", "a", "f"), (".f", nil, nil), ("a.", nil, nil), ("", nil, nil),
    (".", nil, nil), ("a..f", "a.", "f"),
  ])
  func case70_methodsAreResolved(text: String, namespace: String?, name: String?) {
    let method = try? MethodResolver().resolveMethodFromRaw(text)
    #expect(method?.namespace == namespace)
    #expect(method?.name == name)
  }
}
