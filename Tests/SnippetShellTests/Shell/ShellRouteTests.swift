import SnippetBridgeTesting
import SnippetShell
import Testing

/// Pages of the program's routes in screens.
@Suite(.timeLimit(.minutes(2))) struct ShellRouteTests {
  private func page(_ text: String) -> Response {
    Response(status: .ok, headers: [.contentType: "text/html"], body: .init(string: "<title>Route</title>" + text))
  }

  @Test("A route's page gets the page script in a screen, once, and not in a tab of its own")
  func script() async throws {
    let router = Router()
    router.get("/plain") { _, _ in page("") }
    router.get("/own") { _, _ in page("<script src=/_bridge/bridge.js></script>") }
    try await withShell(router: router) { browser, shell, server in
      for path in ["/plain", "/own"] {
        await shell.push(.page(path))
        try await browser.wait(for: "the page") { $0.topSource == path }
        let page = try await browser.topPage()
        // The page reloads: it asks first, as the page script does.
        let question = ["url": try await server.url().absoluteString.dropLast() + path, "type": "reload"]
        #expect(try await page.call("_bridge.intercept", question, as: Bool.self) == false)
        let html = try await page.get(path)
        #expect(html.contains("/_bridge/bridge") && html.contains("Route"), "\(html)")
        #expect(html.split(separator: "/_bridge/bridge").count == 2)
      }
      let tab = try await TestPage.open(try await server.url())
      #expect(try await tab.get("/plain") == "<title>Route</title>")
      await tab.close()
    }
  }
}
