import Foundation
import Observation
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// A test page executes the commands of Swift's `WebViewNavigator`.
@Suite(.timeLimit(.minutes(5))) struct TestPageNavigatorTests {
  private func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    _ body: (TestServer, TestPage, WebView) async throws -> Void
  ) async throws {
    let files = ["index.html": "<!doctype html>", "next.html": "<!doctype html>", "last.html": "<!doctype html>"]
    try await TestServer.run(files: files, configure: configure) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(test, page, try #require(test.server.webViews.first))
      await page.close()
    }
  }

  private func wait(_ webView: WebView, canGoBack: Bool, canGoForward: Bool) async {
    for await (back, forward) in webView.navigator.historyUpdates where (back, forward) == (canGoBack, canGoForward) {
      return
    }
  }

  @Test func itGoesBackAndForwardThroughItsDocuments() async throws {
    try await run { test, page, webView async throws in
      let urls = await page.urls()
      #expect(try await urls.next()?.path() == "/")
      let first = await page.documentID
      #expect(try await page.follow("/next.html"))
      #expect(try await urls.next()?.path() == "/next.html")
      await wait(webView, canGoBack: true, canGoForward: false)
      webView.navigator.goBack()
      #expect(try await urls.next()?.path() == "/")
      await wait(webView, canGoBack: false, canGoForward: true)
      #expect(await page.documentID != first)
      webView.navigator.goForward()
      #expect(try await urls.next()?.path() == "/next.html")
      let (canGoBack, canGoForward) = (await page.canGoBack, await page.canGoForward)
      #expect(canGoBack && !canGoForward)
      #expect(try await page.call("addingOne", 1) == 2)
      #expect(test.server.webViews.count == 1)
    }
  }

  /// The navigator of a web view, and a navigator that the program binds to the web view later.
  @Test("S5: every navigator of a web view is observable", arguments: [true, false])
  func navigatorsAreObservable(isBoundLater: Bool) async throws {
    try await run { test, page, webView async throws in
      let navigator = isBoundLater ? WebViewNavigator() : webView.navigator
      let (changes, teller) = AsyncStream<Void>.makeStream()
      var change = changes.makeAsyncIterator()
      /// Waits until the value is the expected one. Reads the value again after each change.
      func wait<Value: Equatable>(for expected: Value, _ read: () -> Value) async {
        while withObservationTracking(read, onChange: { teller.yield() }) != expected {
          // The value may have changed before the tracking began.
          if read() == expected { return }
          await change.next()
        }
      }
      if isBoundLater {
        let isUnbound = withObservationTracking({ navigator.title.isEmpty }, onChange: { teller.yield() })
        #expect(isUnbound)
        webView.bind(navigator: navigator)
        await change.next()
      }
      #expect(try await page.follow("/next.html"))
      await wait(for: true) { navigator.canGoBack }
      await wait(for: "/next.html") { navigator.url?.path() }
      await wait(for: false) { navigator.isLoading }
      await page.tell("title", "\"Next\"")
      await wait(for: "Next") { navigator.title }
      navigator.goBack()
      await wait(for: true) { navigator.canGoForward }
    }
  }

  @Test func aStepWithinADocumentLoadsNothing() async throws {
    try await run { test, page, webView async throws in
      let document = await page.documentID
      #expect(try await page.pushState("/#a"))
      let urls = await page.urls()
      #expect(try await urls.next()?.fragment() == "a")
      webView.navigator.goBack()
      #expect(try await urls.next()?.fragment() == nil)
      #expect(await page.documentID == document)
      for await url in webView.urlUpdates where url == test.url { break }
    }
  }

  @Test func nobodyIsAskedAboutIt() async throws {
    let interceptor = RecordingInterceptor { _ in false }
    try await run(configure: { $0.interceptor = interceptor }) { test, page, webView async throws in
      let urls = await page.urls()
      _ = try await urls.next()
      webView.navigator.load(url: test.url.appending(path: "next.html"))
      #expect(try await urls.next()?.path() == "/next.html")
      webView.navigator.goBack()
      #expect(try await urls.next()?.path() == "/")
      #expect(interceptor.takeQuestions() == [])
    }
  }

  @Test func anErrorsDocumentHasNoBridgeNorHasAnotherServers() async throws {
    for address in ["/missing", "http://elsewhere.example/a"] {
      try await run { test, page, webView async throws in
        let urls = await page.urls()
        _ = try await urls.next()
        let target = try #require(URL(string: address, relativeTo: test.url)?.absoluteURL)
        webView.navigator.load(url: target)
        #expect(try await urls.next() == target)
        #expect(await !page.isConnected)
      }
    }
  }

  @Test func itsStateIsChanged() async throws {
    try await run { test, page, webView async throws in
      let urls = await page.urls()
      _ = try await urls.next()
      webView.navigator.pushState(path: "/orders/7")
      #expect(try await urls.next()?.path() == "/orders/7")
      webView.navigator.replaceState(path: "/orders/8")
      #expect(try await urls.next()?.path() == "/orders/8")
      await wait(webView, canGoBack: true, canGoForward: false)
      await page.register("navigateFromNative") { try $0.decode(String.self, at: 0) }
      let (answers, teller) = AsyncStream<String?>.makeStream()
      webView.navigator.pushState(path: "/orders/9") { value, _ in teller.yield(value as? String) }
      #expect(await answers.first { _ in true } == "/orders/9")
      #expect(await page.url.path() == "/orders/8")
    }
  }

  @Test func whatAPolicyStopsIsShown() async throws {
    try await run(configure: { $0.navigationPolicy = NavigationPolicy(deny: ["denied.example"]) }) {
      _, page, _ async throws in
      #expect(try await page.call("_bridge.intercept", ["url": "http://denied.example/"]) == true)
      let notice = try await page.notices().next()
      #expect(notice?.contains("denied.example") == true)
    }
  }

  @Test func itSaysWhenItIsWhole() async throws {
    try await run { _, page, webView async throws in
      for await state in webView.loadingStateUpdates where state == .loaded { break }
      #expect(webView.estimatedProgress == 1 && !webView.isLoading)
    }
  }
}
