import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// The decisions of navigation delegates, over sockets. A delegate receives the cause of a navigation and may decide
/// later.
@Suite(.timeLimit(.minutes(2))) struct NavigationDelegateTests {
  /// A delegate that records the actions, and cancels those whose path begins with `/no`.
  private final class Recorder: NavigationDelegate {
    private let actions = Mutex<[NavigationAction]>([])

    func webView(_ webView: WebView, decidePolicyFor action: NavigationAction) async -> NavigationActionPolicy {
      actions.withLock { $0.append(action) }
      await Task.yield()
      return action.request.url?.path().hasPrefix("/no") == true ? .cancel : .allow
    }

    func take() -> [NavigationAction] {
      actions.withLock { actions in
        defer { actions = [] }
        return actions
      }
    }
  }

  /// A delegate with the signature of WebKit. It stores the decision handlers, which the test calls later.
  private final class Later: WKNavigationDelegate {
    let decisionTimeLimit: Duration
    let lateDecision: WKNavigationActionPolicy
    let handlers = Mutex<[@Sendable (WKNavigationActionPolicy) -> Void]>([])
    let (asked, asks) = AsyncStream<Void>.makeStream()

    init(limit: Duration = .seconds(60), late: WKNavigationActionPolicy = .cancel) {
      (decisionTimeLimit, lateDecision) = (limit, late)
    }

    func webView(
      _ webView: WKWebView, decidePolicyFor navigationAction: WKNavigationAction,
      decisionHandler: @escaping @Sendable (WKNavigationActionPolicy) -> Void
    ) {
      handlers.withLock { $0.append(decisionHandler) }
      asks.yield()
    }
  }

  private func run(
    _ delegate: any NavigationDelegate, log: LogRecorder? = nil, _ body: (TestServer, TestPage) async throws -> Void
  ) async throws {
    let files = ["index.html": "<!doctype html>", "next.html": "<!doctype html>"]
    try await TestServer.run(
      files: files,
      configure: {
        $0.navigationDelegate = delegate
        if let log { $0.logger = log.logger }
      }
    ) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(test, page)
      await page.close()
    }
  }

  private func ask(_ page: TestPage, _ question: [String: String]) async throws -> Bool {
    try await page.call("_bridge.intercept", question, as: Bool.self)
  }

  @Test("S22: the delegate knows type, method, frames and gesture of what the page asks") func thePagesCause()
    async throws
  {
    let delegate = Recorder()
    try await run(delegate) { test, page in
      struct Question: Encodable {
        var url: String
        var type: String?
        var cause: String?
        var method: String?
        var isOpened: Bool?
        var isUsers: Bool?
      }
      func type(_ question: Question) async throws -> NavigationAction {
        _ = try await page.call("_bridge.intercept", question, as: Bool.self)
        return try #require(delegate.take().first)
      }
      let url = test.origin + "/next.html?q=1"
      let link = try await type(Question(url: url, type: "push", cause: "link", isUsers: true))
      #expect(link.navigationType == .linkActivated && link.hasUserGesture)
      #expect(link.request.url?.absoluteString == url && link.request.httpMethod == "GET")
      #expect(link.request.value(forHTTPHeaderField: "referer") == test.url.absoluteString)
      #expect(link.sourceFrame.isMainFrame && link.sourceFrame.origin == test.origin)
      #expect(link.targetFrame?.isMainFrame == true)
      let form = try await type(Question(url: url, type: "push", cause: "form", method: "POST"))
      #expect(form.navigationType == .formSubmitted && form.request.httpMethod == "POST" && !form.hasUserGesture)
      #expect(try await type(Question(url: url, type: "traverse")).navigationType == .backForward)
      #expect(try await type(Question(url: url, type: "reload")).navigationType == .reload)
      #expect(try await type(Question(url: url, type: "push")).navigationType == .other)
      #expect(try await type(Question(url: url, cause: "link", isOpened: true)).targetFrame == nil)
    }
  }

  @Test("S22: a navigation that only the server sees has the request's headers") func theServersRequest() async throws {
    let delegate = Recorder()
    try await run(delegate) { test, page in
      let cookie = try #require(await page.sessionCookie)
      func navigate(
        _ method: String, _ target: String, _ more: [(String, String)] = []
      ) async throws -> (status: Int, action: NavigationAction?) {
        let browser = [
          ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Cookie", cookie), ("X-Test", "7"),
        ]
        let status = try await test.http.request(method, target, headers: browser + more).status
        return (status, delegate.take().first)
      }
      let typed = try await navigate("GET", "/no", [("Sec-Fetch-User", "?1")])
      #expect(typed.status == 204 && typed.action?.navigationType == .other && typed.action?.hasUserGesture == true)
      #expect(typed.action?.request.value(forHTTPHeaderField: "X-Test") == "7")
      #expect(typed.action?.request.value(forHTTPHeaderField: "Cookie") == nil)
      let reload = try await navigate("GET", "/", [("Cache-Control", "max-age=0")])
      #expect(reload.status == 200 && reload.action?.navigationType == .reload)
      let form = try await navigate("POST", "/no")
      #expect(
        form.status == 204 && form.action?.navigationType == .formSubmitted && form.action?.request.httpMethod == "POST"
      )
      let again = try await navigate("POST", "/", [("Cache-Control", "max-age=0")])
      #expect(again.action?.navigationType == .formResubmitted)
      // The page is now the result of a form, so its reload sends the form again.
      struct Reload: Encodable { let url, type: String }
      _ = try await page.call("_bridge.intercept", Reload(url: test.url.absoluteString, type: "reload"), as: Bool.self)
      let resubmitted = try #require(delegate.take().first)
      #expect(resubmitted.navigationType == .formResubmitted && resubmitted.request.httpMethod == "POST")
    }
  }

  @Test("S22: a decision may come later, and counts once") func aLaterDecision() async throws {
    let delegate = Later()
    try await run(delegate) { _, page in
      var asks = delegate.asked.makeAsyncIterator()
      for (decision, follows) in [(NavigationActionPolicy.allow, true), (.cancel, false)] {
        async let left = page.follow("/next.html")
        await asks.next()
        let handler = try #require(delegate.handlers.withLock { $0.popLast() })
        handler(decision)
        handler(decision == .allow ? .cancel : .allow)
        let hasLeft = try await left
        #expect(hasLeft == follows)
      }
    }
  }

  @Test(
    "S22: a decision that never comes has a deadline and a default", arguments: [NavigationActionPolicy.cancel, .allow])
  func aDecisionThatNeverComes(late: NavigationActionPolicy) async throws {
    let log = LogRecorder(from: .warning)
    try await run(Later(limit: .milliseconds(20), late: late), log: log) { _, page in
      let hasLeft = try await page.follow("/next.html")
      #expect(hasLeft == (late == .allow))
      while !log.lines.contains(where: { $0.contains("exceeded its time limit") }) { _ = await log.next() }
    }
  }

  @Test("S22: a web view's own delegate takes precedence, and can be removed") func theNearestDelegate() async throws {
    let (servers, own) = (Recorder(), Recorder())
    try await run(servers) { test, page in
      let webView = try #require(test.server.webViews.first)
      webView.navigationDelegate = own
      #expect(try await !page.follow("/no"))
      #expect(own.take().count == 1 && servers.take().isEmpty)
      webView.navigationDelegate = nil
      #expect(try await !page.follow("/no"))
      #expect(own.take().isEmpty && servers.take().count == 1)
    }
  }

  @Test("S22: a policy is replaced while the server runs, and an invalid one leaves the old one") func aNewPolicy()
    async throws
  {
    try await TestServer.run { test async throws in
      let page = try await TestPage.open(test.url)
      let elsewhere = ["url": "https://apple.com/"]
      let reply = { try await test.http.request("GET", "/", headers: [("Sec-Fetch-Mode", "navigate")]) }
      #expect(try await reply()["Content-Security-Policy"]?.contains("frame-src") != true)
      #expect(try await !ask(page, elsewhere))
      test.server.navigationPolicy = try NavigationPolicy(parsing: ["hackingwithswift.com"])
      #expect(try await ask(page, elsewhere))
      #expect(try await reply()["Content-Security-Policy"]?.contains("hackingwithswift.com") == true)
      let error = #expect(throws: NavigationRuleError.self) {
        test.server.navigationPolicy = try NavigationPolicy(parsing: ["apple.com", "not a host"])
      }
      #expect(error?.description.contains("\"not a host\"") == true)
      #expect(try await ask(page, elsewhere))
      test.server.navigationPolicy = try NavigationPolicy(parsing: ["apple.com"])
      #expect(try await !ask(page, elsewhere))
      await page.close()
    }
  }

  @Test(
    "S22: the allowlist compares whole host names",
    arguments: [
      ("https://apple.com/", true), ("https://APPLE.com./", true), ("https://a.apple.com/x", true),
      ("https://apple.com.evil.net/", false), ("https://notapple.com/", false), ("https://evil.net/apple.com", false),
      ("https://apple.com@evil.net/", false), ("https://user:word@apple.com/", false), ("http://apple.com/", false),
      ("ftp://apple.com/", false), ("https://apple.com:8443/", false), ("https://17.253.144.10/", false),
      ("https://[2620:149::1]/", false), ("https://192.168.0.7/", true), ("javascript:alert(1)", false),
    ])
  func theAllowlist(address: String, isAllowed: Bool) throws {
    let policy = try NavigationPolicy(parsing: ["apple.com", "192.168.0.7"])
    let url = try #require(URL(string: address))
    #expect((policy.decision(for: url) == .allow) == isAllowed)
  }
}
