import Foundation
import SnippetShell
import TestSupport
import Testing

@testable import SnippetBridgeTesting

/// Pages of other servers in a shell. The shell adds a proxied site for each server when it first shows a page of it.
@Suite(.timeLimit(.minutes(2))) struct ShellBrowserTests {
  private func site(_ title: String) throws -> HandmadeUpstream {
    try HandmadeUpstream { head, _ in
      switch head.split(separator: " ")[1] {
      case "/feed": .ok("<html/>", type: "application/xhtml+xml")
      case "/picture": .ok("GIF", type: "image/gif")
      case "/sandboxed":
        .ok("<p>", type: "text/html", headers: ["Content-Security-Policy: sandbox"])
      default: .ok("<title>\(title)</title>", type: "text/html")
      }
    }
  }

  private func withBrowser(
    allow: [HandmadeUpstream], browser: ShellConfiguration.Browser? = .init(),
    test: (TestShell, Shell, BridgeServer) async throws -> Void
  ) async throws {
    let rules = allow.map { "http://127.0.0.1:\($0.port)" }
    let policy = try NavigationPolicy(parsing: rules)
    var options = ShellConfiguration()
    options.browser = browser
    try await withShell(options: options, configure: { $0.navigationPolicy = policy }, test: test)
  }

  private func address(_ upstream: HandmadeUpstream, _ path: String = "/") throws -> URL {
    try #require(URL(string: "http://127.0.0.1:\(upstream.port)\(path)"))
  }

  /// Waits until a page of another server is shown, and returns its address.
  @discardableResult
  private func shownPage(
    _ browser: TestShell, _ shell: Shell, after old: String? = nil
  ) async throws -> String? {
    try await browser.wait(for: "the page, among \(await browser.texts)") { browser in
      browser.topSource?.hasPrefix("http://") == true && browser.topSource != old
        && browser.node { $0.class?.contains("overlay") == true } == nil
    }
    #expect(await shell.topScreen?.loadingState == .loaded)
    return await browser.topSource
  }

  private func problem(_ browser: TestShell, _ text: String) async throws {
    try await browser.wait(for: "\(text), among \(await browser.texts)") { $0.texts.contains { $0.contains(text) } }
  }

  @Test("S18: a foreign site that the policy allows opens in a screen") func aForeignSite() async throws {
    let news = try site("News")
    try await withBrowser(allow: [news]) { browser, shell, server in
      await shell.push(.url(try address(news)))
      try await shownPage(browser, shell)
      #expect(server.proxiedSites.map(\.target) == ["http://127.0.0.1:\(news.port)"])
      #expect(await shell.canGoBack)
      // A link to a URL of the proxied server is shown through the site that was already added.
      #expect(try await !browser.topPage().follow(try address(news, "/more").absoluteString))
      try await browser.wait(for: "the second screen") { $0.topSource?.hasSuffix("/more") == true }
      #expect(server.proxiedSites.count == 1)
      await shell.goBack()
      await shell.goBack()
      try await browser.wait(for: "the first screen") { $0.topSource == "/home.html" }
    }
  }

  @Test("S18: a foreign site that cannot be shown says why in its screen") func whatCannotBeShown() async throws {
    let (news, denied) = (try site("News"), try site("Denied"))
    try await withBrowser(allow: [news]) { browser, shell, server in
      await shell.push(.url(try address(denied)))
      try await problem(browser, "is not among the allowed addresses")
      for (path, reason) in [("/feed", "it is XHTML"), ("/picture", "the type image/gif"), ("/sandboxed", "a sandbox")]
      {
        await shell.replace(.url(try address(news, path)))
        try await problem(browser, reason)
      }
      news.stop()
      let closed = try #require(URL(string: "http://127.0.0.1:9/"))
      server.navigationPolicy = .everything
      await shell.replace(.url(closed))
      try await problem(browser, "has no list of allowed addresses")
      server.navigationPolicy = NavigationPolicy(allow: ["http:"])
      await shell.replace(.url(closed))
      try await problem(browser, "does not answer")
    }
  }

  @Test("S18: without the setting, another server is refused with the remedy") func withoutTheSetting() async throws {
    let news = try site("News")
    try await withBrowser(allow: [news], browser: nil) { browser, shell, _ in
      await shell.push(.url(try address(news)))
      try await problem(browser, "is another server")
    }
  }

  @Test("S18: the sites that no screen shows make room for others") func roomForOthers() async throws {
    let sites = try (0..<3).map { try site("Site \($0)") }
    try await withBrowser(allow: sites, browser: .init(maximumSites: 2)) { browser, shell, server in
      var source: String?
      for upstream in sites {
        await shell.replace(.url(try address(upstream)))
        source = try await shownPage(browser, shell, after: source)
      }
      #expect(server.proxiedSites.count == 2)
    }
  }

  @Test("S33: an external link opens in a sheet with a toolbar") func anInAppBrowser() async throws {
    let (news, more) = (try site("News"), try site("More"))
    try await withBrowser(allow: [news, more]) { browser, shell, _ in
      #expect(try await !browser.topPage().follow(try address(news).absoluteString))
      try await shownPage(browser, shell)
      #expect(await shell.sheets.count == 1)
      #expect(await shell.stack.count == 1)
      func isOn(_ label: String) async -> Bool? {
        let sheet = await browser.node { $0.class?.contains("panel") == true }
        return sheet?.usable.first { $0.attributes?["aria-label"] == label }.map { $0.attributes?["disabled"] == nil }
      }
      #expect(await isOn("Back") == false)
      #expect(await isOn("Forward") == false)
      let first = await browser.topSource
      // A link in the sheet leads to another page in the sheet, with the same toolbar.
      #expect(try await !browser.topPage().follow(try address(more).absoluteString))
      try await browser.wait(for: "the second page") { $0.topSource != nil && $0.topSource != first }
      #expect(await shell.sheets.count == 2)
      #expect(await shell.sheets.last?.toolbarItems?.count == 5)
      await shell.dismiss()
      #expect(await shell.sheets.isEmpty)
      await shell.browse(try address(more))
      #expect(await shell.sheets.count == 1)
    }
  }
}
