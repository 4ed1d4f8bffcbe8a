import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Checks that the guides' Swift code is contained in the files of this folder, so that it compiles. Runs that code.
@Suite(.timeLimit(.minutes(5))) struct GuideTests {
  @Test(arguments: [
    ("writing-interfaces", "WritingInterfaces"), ("calling-the-page", "CallingThePage"), ("testing", "Testing"),
    ("routes", "Routes"), ("documents", "Documents"), ("writing-a-program", "WritingAProgram"),
    ("moving-from-dsbridge", "MovingFromDSBridge"), ("services", "Services"), ("navigation", "Navigation"),
    ("proxied-sites", "ProxiedSites"), ("own-page-script", "OwnPageScript"),
    ("proxied-sites", "ProxiedSites"), ("moving-from-easybrowser", "MovingFromEasyBrowser"),
    ("tools", "Tools"),
  ])
  func theCodeCompiles(guide: String, file: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(contentsOf: folder.appending(path: "../../../docs/guides/\(guide).md"), encoding: .utf8)
    let code = unindented(try String(contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8))
    let blocks = text.components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
    #expect(!blocks.isEmpty)
    // A test bundle cannot contain `@main`.
    for block in blocks { #expect(code.contains(unindented(block.replacing("@main\n", with: ""))), "\(block)") }
  }

  private func unindented(_ text: String) -> String {
    text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  private func run(_ body: (TestPage, WebView) async throws -> Void) async throws {
    try await TestServer.run(prepare: { webView in
      prepareForWritingInterfaces(webView)
      webView.addInterface(Asking(webView: webView), by: "asking")
      webView.addInterface(Installer(), by: "installer")
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(page, try #require(test.server.webViews.first))
      await page.close()
    }
  }

  @Test func routesAnswer() async throws {
    try await TestServer.run(configure: { _ in }) { router in
      addPaths(to: router)
      addBodies(to: router)
      addAnswers(to: router)
      addQuickRoute(to: router)
      addMiddleware(to: router)
    } _: { test async throws in
      for (method, path, body, text) in [
        ("GET", "/users/7?page=2", "", "user 7, page 2"), ("GET", "/files/a/b", "", "a, b"),
        ("GET", "/api/v1/notes", "", #"["first","second"]"#), ("POST", "/notes", #"{"text":"a"}"#, #"{"text":"a"}"#),
        ("PUT", "/upload", "abc", "3 bytes"), ("PUT", "/avatar", "abc", "3 bytes"),
        ("GET", "/api/health", "", #"{"ok":true}"#), ("GET", "/timed", "", "hello"),
      ] {
        #expect(try await test.http.request(method, path, body: Array(body.utf8)).text == text, "\(path)")
      }
      #expect(try await test.http.request("GET", "/report").text.hasSuffix("1000,1000000\n"))
      #expect(try await test.http.request("GET", "/timed")["Server-Timing"] != nil)
    }
    try await TestServer.run(router: makeUserRouter()) { test async throws in
      #expect(try await test.http.request("GET", "/me").status == 401)
      #expect(try await test.http.request("GET", "/me", headers: [("Authorization", "Ann")]).text == "Ann")
    }
  }

  @Test func theNewestArrives() async throws {
    try await run { page, _ async throws in
      let percents = try await page.post("installer.install", as: Double.self).all()
      #expect(percents == percents.sorted() && percents.last == 100)
      let temperatures = try await page.ask("installer.temperatures", as: Double.self)
      #expect(try await temperatures.values.next().map { (20...21).contains($0) } == true)
      await page.cancel(temperatures)
    }
  }

  @Test func interfacesAnswer() async throws {
    try await run { page, _ async throws in
      #expect(try await page.call("printer.printedPages") == 0)
      #expect(try await page.call("printer.print", ["text": "hello"]) == 1)
      #expect(try await page.callText("printer.print", #"{"text":"hello","copies":2}"#) == "3")
      let failure = await #expect(throws: CallFailure.self) {
        try await page.callText("printer.print", #"{"text":"hello","copies":0}"#)
      }
      #expect(failure?.code == .string("nothingToDo"))
      let hidden = await #expect(throws: CallFailure.self) { _ = try await page.callText("printer.reset") }
      #expect(hidden?.kind == "noSuchMethod")
      #expect(try await page.callText("catalogue.find", "\"x\"") == "\"\"")
      _ = try await page.callText("catalogue.add", #"{"isbn":"x","book":{"title":"T"}}"#)
      #expect(try await page.callText("catalogue.find", "\"x\"") == #"{"title":"T"}"#)
      #expect(try await page.post("scale.weigh", as: Double.self).all() == [1.5])
      #expect(try await page.ask("scale.weigh", as: Double.self).value() == 1.5)
      #expect(try await page.post("scale.countDown", 2, as: Int.self).all() == [2, 1, 0])
      #expect(try await page.call("scale.weight") == 1.5)
      let readings = try await page.ask("scale.readings", as: Double.self)
      #expect(try await readings.values.next() == 1.5)
      await page.cancel(readings)
    }
  }

  @Test func thePageAnswers() async throws {
    try await run { page, webView async throws in
      await page.register("addValue") { try $0.decode(Int.self, at: 0) + $0.decode(Int.self, at: 1) }
      await page.register("loadUser") { _ in User(name: "Walter") }
      await page.register("showReceipt") { _ in nil }
      let (sum, user) = try await callThePage(webView)
      #expect(sum == 7)
      #expect(user.name == "Walter")
      await page.onEvaluate { $0 == "document.title" ? "Test" : nil }
      #expect(try await evaluateAScript(webView) == "Test")
    }
  }

  @Test func case46_aFunctionThatThePageWaitsForMustNotWaitForThePage() async throws {
    try await run { page, _ async throws in
      await page.register("addValue") { try $0.decode(Int.self, at: 0) + $0.decode(Int.self, at: 1) }
      let failure = await #expect(throws: CallFailure.self) { try await page.call("asking.total", as: Int.self) }
      #expect(failure?.kind == "deadlock")
      #expect(try await page.ask("asking.total", as: Int.self).value() == 7)
    }
  }
}
