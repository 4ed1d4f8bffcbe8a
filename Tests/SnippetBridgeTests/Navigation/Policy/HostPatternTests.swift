import SnippetBridgeHTTP
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct HostPatternTests {
  /// Tests which hosts a pattern matches. Subdomains match if the rule is a host only, but not if the rule has a
  /// scheme.
  @Test(arguments: [
    ("apple.com", ["apple.com", "a.apple.com", "b.a.apple.com"], ["apple.com"]),
    ("*.apple.com", ["a.apple.com", "b.a.apple.com"], ["a.apple.com", "b.a.apple.com"]),
    ("*.a.apple.com", ["b.a.apple.com"], ["b.a.apple.com"]),
    ("com", ["apple.com", "a.apple.com", "b.a.apple.com", "notapple.com", "com"], ["com"]),
    ("127.0.0.1", ["127.0.0.1"], ["127.0.0.1"]),
  ])
  func hostsAreMatchedByWholeLabels(text: String, domain: [String], exact: [String]) throws {
    let hosts = [
      "apple.com", "a.apple.com", "b.a.apple.com", "notapple.com", "apple.com.evil.net", "com", "127.0.0.1",
    ]
    for (reach, expected) in [(HostPattern.Reach.withSubdomains, domain), (.exact, exact)] {
      let pattern = try #require(HostPattern(text[...], reach: reach))
      let matching = try hosts.filter { pattern.matches(try #require(WebHost($0))) }
      #expect(matching == expected)
    }
  }
}
