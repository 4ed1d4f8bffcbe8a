import SnippetBridgeHTTP
import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct SiteOpenerTests {
  /// Browsers store the data of a site under its name.
  @Test func aNameBelongsToOneTarget() throws {
    let targets = [
      "https://news.example", "http://news.example", "https://news.example:8443", "https://news-example",
      "http://127.0.0.1:1", "http://[::1]", "https://\(String(repeating: "a", count: 60)).example",
      "https://\(String(repeating: "a", count: 60)).test",
    ].compactMap { WebOrigin($0) }
    let names = targets.map(SiteOpener.name)
    #expect(Set(names).count == 8)
    #expect(names == targets.map(SiteOpener.name))
    #expect(names[0].hasPrefix("news-example-"))
    #expect(names.allSatisfy { $0.wholeMatch(of: /[a-z0-9][a-z0-9-]{0,61}[a-z0-9]/) != nil })
  }
}
