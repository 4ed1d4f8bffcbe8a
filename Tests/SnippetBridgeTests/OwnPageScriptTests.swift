import DSBridgeLocks
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// The keystone of docs/guides/own-page-script.md, which uses the message format of another page script.
@Suite(.timeLimit(.minutes(5))) struct OwnPageScriptTests {
  private func run(_ body: (TestPage, WebView) async throws -> Void) async throws {
    try await TestServer.run(prepare: prepareForMini) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(page, try #require(test.server.webViews.first))
      await page.close()
    }
  }

  @Test("S25: a text of the page's own script calls a function") func textIn() async throws {
    try await run { (page, _) async throws in
      #expect(try await page.call("mini", "calculator.addingOne 5") == 6)
      #expect(try await page.ask("mini", "calculator.addingOne 6", as: Int.self).value() == 7)
      #expect(try await page.call("calculator.addingOne", 7) == 8)
      let failure = await #expect(throws: CallFailure.self) {
        try await page.call("mini", "calculator.gone 5", as: Int.self)
      }
      #expect(failure?.message.contains("calculator.gone") == true)
      for text in ["", " ", "calculator.addingOne", "calculator.addingOne [[", "."] {
        await #expect(throws: CallFailure.self) { try await page.call("mini", text, as: Int.self) }
      }
    }
  }

  @Test("S25: a call of a page function is a script of the page's own script") func scriptOut() async throws {
    try await run { (page, webView) async throws in
      let scripts = Mutex<[String]>([])
      await page.onEvaluate { script in
        scripts.withLock { $0.append(script) }
        return script.contains("sum") ? 7 : nil
      }
      #expect(try await webView.call("sum", with: [3, 4], returning: Int.self) == 7)
      webView.call("show", with: ["a \"b\"", 1])
      #expect(try await webView.call("sum", with: [5, 6], returning: Int.self) == 7)
      #expect(
        scripts.withLock { $0 } == [
          #"mini.receive("sum [3,4]")"#, #"mini.receive("show [\"a \\\"b\\\"\",1]")"#, #"mini.receive("sum [5,6]")"#,
        ])
    }
  }

  @Test("S25: a callback is a script, and its call ends") func callbackAsScript() async throws {
    final class CallbackEvaluator: JavaScriptEvaluating {
      func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
        leave(
          evaluations.map {
            guard case .callback(let name, let value, let isLast) = $0.content else { return $0 }
            return $0.asScript("answer('\(name)', \(value ?? "null"), \(isLast))")
          })
      }
    }
    try await TestServer.run(prepare: { webView in
      webView.addInterface(Fixture(), by: nil)
      (webView.keystone as? Keystone)?.javaScriptEvaluator = CallbackEvaluator()
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      let (scripts, sink) = AsyncStream<String>.makeStream()
      await page.onEvaluate {
        sink.yield($0)
        return nil
      }
      _ = try await page.post("tick", 1, as: Int.self)
      var received = scripts.makeAsyncIterator()
      for end in [", 2, false)", ", 3, false)", ", 4, true)"] {
        let script = try #require(await received.next())
        #expect(script.hasPrefix("answer('dscb") && script.hasSuffix(end), "\(script)")
      }
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
    }
  }
}
