import Foundation
import Testing

@testable import SnippetBridge

/// The Content-Security-Policy directives of a navigation policy.
@Suite(.timeLimit(.minutes(5))) struct NavigationPolicyDirectiveTests {
  @Test(arguments: [
    ([], "frame-src 'self' blob:"),
    (["apple.com"], "frame-src 'self' https://apple.com https://*.apple.com blob:"),
    (["*.apple.com"], "frame-src 'self' https://*.apple.com blob:"),
    (["https://apple.com", "http://kiosk:81"], "frame-src 'self' https://apple.com http://kiosk:81 blob:"),
    (["bücher.example"], "frame-src 'self' https://xn--bcher-kva.example https://*.xn--bcher-kva.example blob:"),
    (["https:", "data:"], "frame-src 'self' https: data: blob:"),
    (["http://127.0.0.1:81"], "frame-src 'self' http://127.0.0.1:81 blob:"),
    // In a directive, a path that ends in a slash matches everything below it.
    (["https://a.test/b;c"], "frame-src 'self' https://a.test/b%3Bc https://a.test/b%3Bc/ blob:"),
    (["https://a.test", "https://a.test"], "frame-src 'self' https://a.test blob:"),
  ])
  func whatIframesMayShow(allow: [String], expected: String) throws {
    let rules = try allow.map { try NavigationRule($0) }
    let policy = NavigationPolicy(allow: ["other.test"], iframes: NavigationRules(allow: rules, deny: ["ads.test"]))
    #expect(policy.text(of: .iframes) == expected)
    // The server's own parser accepts the directive.
    #expect(try #require(ContentSecurityPolicy(expected)).text == expected)
  }

  @Test func formsMayGoWhereDocumentsMayBe() {
    let policy = NavigationPolicy(
      allow: ["https://a.test", "https://b.test"],
      iframes: NavigationRules(allow: ["https://b.test", "https://c.test"]))
    #expect(policy.text(of: .forms) == "form-action 'self' https://a.test https://b.test https://c.test")
  }

  @Test func theServersOtherOriginsAreAllowed() {
    let policy = NavigationPolicy(allow: [])
    let own: Set = ["http://localhost:8081", "http://localhost:8080"]
    #expect(policy.text(of: .forms, own: own) == "form-action 'self' http://localhost:8080 http://localhost:8081")
    #expect(policy.text(of: .forms, own: ["http://[::1]:8081"]) == nil)
  }

  /// No directive is generated for policies that a directive cannot express, because a directive must not forbid URLs
  /// that the policy allows.
  @Test(arguments: [
    NavigationPolicy.everything, NavigationPolicy(deny: ["ads.test"]), NavigationPolicy(allow: ["192.0.2.7"]),
    NavigationPolicy(allow: ["[fd00::7]"]), NavigationPolicy(allow: ["a_b.test"]),
    NavigationPolicy(allow: [], iframes: .everything),
  ])
  func whatCannotBeSaidIsNotSaid(_ policy: NavigationPolicy) {
    #expect(policy.text(of: .iframes) == nil)
    #expect(policy.text(of: .forms) == nil)
  }

  @Test func aDirectiveThatWouldBeTooLongIsNotSaid() throws {
    let rules = try (1...300).map { try NavigationRule("https://host-\($0).test") }
    #expect(NavigationPolicy(allow: rules).text(of: .iframes) == nil)
    #expect(NavigationPolicy(allow: Array(rules.prefix(100))).text(of: .iframes) != nil)
  }
}
