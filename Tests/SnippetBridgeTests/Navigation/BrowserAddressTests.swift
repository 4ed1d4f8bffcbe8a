import Foundation
import HTTPTypes
import SnippetBridgeRoutes
import SnippetBridgeTesting
import Testing

@testable import SnippetBridge

/// Redirect URLs that Foundation and browsers parse differently.
@Suite(.timeLimit(.minutes(5))) struct BrowserAddressTests {
  @Test(arguments: [
    ("/a?b#c", "http://own:1/a?b#c"), ("a", "http://own:1/x/a"), ("?q", "http://own:1/x/y?q"),
    ("http:a", "http://own:1/x/a"), ("http:/a", "http://own:1/a"), ("  /a\t/b ", "http://own:1/a/b"),
    ("/a?\\b", "http://own:1/a?%5Cb"), ("\\a\\b", "http://own:1/a/b"),
    ("//evil.example/", "http://evil.example/"), ("/\\evil.example", "http://evil.example"),
    ("\\\\evil.example", "http://evil.example"), ("/\t/evil.example", "http://evil.example"),
    ("///evil.example/a", "http://evil.example/a"), ("////\\evil.example", "http://evil.example"),
    ("https:evil.example", "https://evil.example"), ("https:/evil.example", "https://evil.example"),
    ("HTTPS:\\\\evil.example", "https://evil.example"), ("http:\\\\evil.example\\a", "http://evil.example/a"),
    ("ht\ttp://evil.example", "http://evil.example"), ("\u{1}http:///evil.example", "http://evil.example"),
    ("tel:112", "tel:112"), ("javascript:a//b", "javascript:a//b"),
  ])
  func whatBrowsersUnderstand(text: String, url: String) throws {
    let base = try #require(URL(string: "http://own:1/x/y"))
    #expect(URL(readByBrowsers: text, at: base)?.absoluteString == url)
  }

  @Test(arguments: ["/\\evil.example", "///evil.example/", "https:evil.example", "/\t/evil.example"])
  func aRedirectThatLeadsAwayIsDenied(location: String) async throws {
    let router = Router()
    router.get("away") { _, _ in Response(status: .found, headers: [.location: location]) }
    var configuration = BridgeConfiguration(port: 0)
    configuration.documents = .memory(["index.html": ""])
    configuration.navigationPolicy = NavigationPolicy(allow: [])
    let server = try BridgeServer(configuration: configuration, router: router) { _ in }
    try await server.run {
      let page = try await TestPage.open(try await server.url())
      let error = await #expect(throws: TestPageError.self) { try await page.follow("/away") }
      guard case .status(403, _)? = error else {
        Issue.record("\(error.map { "\($0)" } ?? "no error")")
        return
      }
      await page.close()
    }
  }
}
