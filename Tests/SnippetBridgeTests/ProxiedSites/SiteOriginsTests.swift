import TestSupport
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct SiteOriginsTests {
  private let origins = SiteOrigins(target: "http://localhost:5173", own: "http://shop.localhost:8081")

  @Test(arguments: [
    ("http://localhost:5173/a?b#c", "http://shop.localhost:8081/a?b#c"),
    ("http://localhost:5173", "http://shop.localhost:8081"),
    ("HTTP://LocalHost:5173/A", "http://shop.localhost:8081/A"),
    ("//localhost:5173/a", "http://shop.localhost:8081/a"), ("http://localhost:5173?a", "http://shop.localhost:8081?a"),
    // Relative URLs, and URLs of other servers.
    ("/a", "/a"), ("a", "a"), ("", ""), ("?a", "?a"), ("http://localhost:51730/a", "http://localhost:51730/a"),
    ("http://localhost/a", "http://localhost/a"), ("https://localhost:5173/a", "https://localhost:5173/a"),
    ("http://localhost:5173.evil.example/", "http://localhost:5173.evil.example/"),
    ("http://localhost:5173@evil.example/", "http://localhost:5173@evil.example/"),
    ("//evil.example/http://localhost:5173/", "//evil.example/http://localhost:5173/"),
  ])
  func addressesOfTheTargetBecomeOwn(address: String, own: String) {
    #expect(origins.toOwn(address) == own)
  }

  @Test func theUsualPortMayBeWritten() {
    let secure = SiteOrigins(target: "https://a.example", own: "http://localhost:1")
    #expect(secure.toOwn("https://a.example:443/b") == "http://localhost:1/b")
    #expect(secure.toOwn("https://a.example:4430/b") == "https://a.example:4430/b")
    #expect(secure.toOwn("//a.example/b") == "http://localhost:1/b")
  }

  @Test func referrers() {
    #expect(origins.toTarget("http://shop.localhost:8081/a") == "http://localhost:5173/a")
    #expect(
      origins.toTarget("http://evil.example/http://shop.localhost:8081/")
        == "http://evil.example/http://shop.localhost:8081/")
  }
}
