import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct NavigationRuleTests {
  /// Tests the parsing of rules and their normalized descriptions.
  @Test(arguments: [
    ("apple.com", "apple.com"), ("Apple.COM.", "apple.com"), ("*.apple.com", "*.apple.com"),
    ("HTTPS://apple.com", "https://apple.com"), ("http://kiosk:8080/", "http://kiosk:8080"),
    ("https://*.apple.com:8443/a/b/", "https://*.apple.com:8443/a/b"), ("localhost:8080", "localhost:8080"),
    ("bücher.example/ä", "xn--bcher-kva.example/%C3%A4"), ("0x7f.1", "127.0.0.1"),
    ("[FD00:0::7]:81", "[fd00::7]:81"), ("TEL:", "tel:"), ("a/b;c,d", "a/b%3Bc%2Cd"),
  ])
  func whatIsARule(text: String, description: String) throws {
    let rule = try NavigationRule(text)
    #expect(rule.description == description)
    #expect(try NavigationRule(rule.description) == rule)
  }

  @Test(arguments: [
    ("", "it is empty"),
    ("apple.com, ads.example", "it contains a space or a backslash"),
    ("https:\\\\apple.com", "it contains a space or a backslash"),
    ("apple.com?q", "a rule cannot have a query or a fragment"),
    ("apple.com/#a", "a rule cannot have a query or a fragment"),
    ("ftp://apple.com", "a rule for a scheme other than https and http consists of the scheme, as in tel:"),
    ("myapp://open", "a rule for a scheme other than https and http consists of the scheme, as in tel:"),
    ("tel:123x", "the port must be from 1 to 65535"),
    ("apple.com:", "the port must be from 1 to 65535"),
    ("apple.com:0", "the port must be from 1 to 65535"),
    ("apple.com:65536", "the port must be from 1 to 65535"),
    ("apple.com:+80", "the port must be from 1 to 65535"),
    ("[::1", "a numeric IPv6 address must be between [ and ]"),
    ("::1]:80", "a numeric IPv6 address must be between [ and ]"),
    ("fd00::7", "the port must be from 1 to 65535"),
    ("https://me@apple.com", "addresses with a user name are always denied"),
    ("*", "* must be first and followed by a dot"),
    ("*apple.com", "* must be first and followed by a dot"),
    ("www.*.com", "* must be first and followed by a dot"),
    ("*.127.0.0.1", "* must be first and followed by a dot"),
    (".apple.com", "it has no host"), ("apple..com", "it has no host"), ("https://", "it has no host"),
    ("/checkout", "it has no host"), ("127.0.0.256", "it has no host"), ("a%2Fb.com", "it has no host"),
    ("apple.com/a/../b", "its path contains .. or an escaped slash"),
    ("apple.com/%2e%2e/b", "its path contains .. or an escaped slash"),
    ("apple.com/a%2Fb", "its path contains .. or an escaped slash"),
    ("http//apple", "the scheme http must be followed by a colon"),
    ("HTTPS/apple.com", "the scheme HTTPS must be followed by a colon"),
    ("javascript:", "rules do not apply to the scheme javascript"),
    ("about:", "rules do not apply to the scheme about"),
  ])
  func whatIsNoRule(text: String, reason: String) {
    let error = #expect(throws: NavigationRuleError.self) { try NavigationRule(text) }
    #expect(
      error?.description.hasPrefix("\"\(text)\" is not a navigation rule: \(reason). Examples of rules: ") == true)
  }
}
