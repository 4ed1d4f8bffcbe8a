import DSBridgeLocks
import Foundation
import SnippetBridgeTesting
import SnippetBridgeWebClient
import Testing

@testable import SnippetVisits

/// Tests of the login in docs/guides/visits.md. The site is served by routes of the same server, or as a proxied site.
@Suite(.timeLimit(.minutes(4))) struct LoginTests {
  private let site = LoginSite()

  private func logIn(_ shown: LoginSite.Shown) async throws {
    let modal = try await shown.turbo(at: "/login")
    #expect(await shown.shell.sheets.count == 1)
    #expect(try await modal.submit("/login", "name=") == 422)
    #expect(await shown.shell.sheets.count == 1)
    #expect(try await modal.submit("/login", "name=Ada") == 200)
  }

  @Test(
    "R60, R65: a document with status 401 opens the login; after it, every session has the cookie",
    arguments: [false, true])
  func document(isProxied: Bool) async throws {
    try await site.run(isProxied: isProxied, tabs: ["/account", "/home"]) { shown in
      try await logIn(shown)
      _ = try await shown.turbo(at: "/account")
      try await shown.browser.wait(for: "the account") { $0.title == "Hello Ada" }
      #expect(await shown.shell.sheets.isEmpty)
      #expect(await shown.shell.stack.count == 1)
      #expect(await !shown.shell.canGoForward)
      // Check another tab of the shell, and another window of the same browser.
      try await shown.browser.tap("/home")
      try await shown.turbo(at: "/home").propose("/account")
      try await shown.browser.wait(for: "the account") { $0.title == "Hello Ada" }
      let url = try await shown.server.url()
      let window = try await TestShell.open(url, besides: shown.browser)
      #expect(try await window.topPage().url.path == "/account")
      // Another browser must log in first.
      let stranger = try await TestShell.open(url)
      try await stranger.wait(for: "the login") { $0.topSource?.hasSuffix("/login") == true }
      await window.close()
      await stranger.close()
    }
  }

  @Test("R60: a visit of Turbo with status 401 opens the login; the browser does not ask", arguments: [false, true])
  func visit(isProxied: Bool) async throws {
    try await site.run(isProxied: isProxied, tabs: ["/home"]) { shown in
      let turbo = try await shown.turbo(at: "/home")
      let account = try #require(URL(string: "/account", relativeTo: await turbo.page.url)).absoluteURL
      let reply = try await turbo.page.fetch("GET", account)
      #expect(reply.status == 401 && reply["WWW-Authenticate"] == nil)
      await turbo.propose("/account")
      try await logIn(shown)
      // After the login, the account page is loaded as a new document, so that Turbo keeps no page from before the
      // login.
      _ = try await shown.turbo(at: "/account")
      try await shown.browser.wait(for: "the account") { $0.title == "Hello Ada" }
      #expect(await shown.shell.sheets.isEmpty)
      #expect(await shown.shell.stack.count == 2)
    }
  }

  @Test("R66: documents and requests of scripts have the user agent", arguments: [false, true])
  func userAgent(isProxied: Bool) async throws {
    let suffix = "Bookshop Hotwire Native iOS; Turbo Native iOS; bridge-components: [menu]"
    try await site.run(isProxied: isProxied, tabs: ["/home"]) { shown in
      try await shown.turbo(at: "/home").propose("/account")
      _ = try await shown.turbo(at: "/login")
      let requests = site.requests.withLock { $0 }
      #expect(Set(requests.map(\.line)) == ["GET /home", "GET /account", "GET /login"])
      #expect(requests.allSatisfy { $0.userAgent.hasSuffix(suffix) }, "\(requests)")
      // A page that does not belong to a session keeps the browser's own user agent.
      if !isProxied {
        let page = try await TestPage.open(try await shown.server.url())
        _ = try await page.fetch("GET", page.url.appending(path: "home"))
        #expect(site.requests.withLock { $0.last?.userAgent } == "")
        await page.close()
      }
    }
  }
}
