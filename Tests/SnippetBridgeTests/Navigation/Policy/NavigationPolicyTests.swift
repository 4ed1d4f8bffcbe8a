import Foundation
import Testing

@testable import SnippetBridge

/// The decisions of a navigation policy about URLs.
@Suite(.timeLimit(.minutes(5))) struct NavigationPolicyTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let url: String
    let isAllowed: Bool

    init(_ name: String, _ url: String, _ isAllowed: Bool) {
      (self.name, self.url, self.isAllowed) = (name, url, isAllowed)
    }

    var testDescription: String { name }
  }

  private func isAllowed(
    _ text: String, by policy: NavigationPolicy, in frame: NavigationFrame = .main, own: Set<String> = []
  ) throws -> Bool {
    let url = try #require(URL(string: text), "Foundation takes it for no url")
    return policy.decision(for: url, in: frame, own: own) == .allow
  }

  @Test(arguments: [
    Case("the host", "https://apple.com/", true),
    Case("without a path", "https://apple.com", true),
    Case("a sub-domain", "https://a.apple.com/", true),
    Case("a sub-domain of a sub-domain", "https://b.a.apple.com/", true),
    Case("upper case", "https://APPLE.com/", true),
    Case("the scheme in upper case", "HTTPS://apple.com/", true),
    Case("a dot at the end", "https://APPLE.com./", true),
    Case("two dots at the end", "https://apple.com../", false),
    Case("an empty label", "https://a..apple.com/", false),
    Case("the name as a sub-domain of another", "https://apple.com.evil.net/", false),
    Case("the name at the end of another", "https://notapple.com/", false),
    Case("the domain above", "https://com/", false),
    Case("http", "http://apple.com/", false),
    Case("the usual port, written", "https://apple.com:443/", true),
    Case("an empty port", "https://apple.com:/", true),
    Case("another port", "https://apple.com:8443/", false),
    Case("the port of http", "https://apple.com:80/", false),
    Case("a port that is none", "https://apple.com:65979/", false),
    Case("a user", "https://me@apple.com/", false),
    Case("a user and a password", "https://me:secret@apple.com/", false),
    Case("an empty user", "https://@apple.com/", false),
    Case("the name as a user", "https://apple.com@evil.net/", false),
    Case("the name as a user, behind a backslash", "https://apple.com\\@evil.net/", false),
    Case("the name in a path", "https://evil.net/apple.com", false),
    Case("the name in a query", "https://evil.net?apple.com", false),
    Case("the name in a fragment", "https://evil.net#@apple.com", false),
    Case("an escaped backslash in the host", "https://evil.net%5C.apple.com/", false),
    Case("an escaped slash in the host", "https://evil.net%2F.apple.com/", false),
    Case("an escaped zero in the host", "https://evil.net%00.apple.com/", false),
    Case("an escaped letter", "https://%61pple.com/", true),
    Case("wide letters, as IDNA has them", "https://ａｐｐｌｅ.com/", true),
    Case("an ideographic dot, as IDNA has it", "https://apple。com/", true),
    Case("a letter that looks the same", "https://аpple.com/", false),
    Case("no host", "https:///apple.com/", false),
    Case("no slashes", "https:apple.com", false),
    Case("a numeric address", "https://192.0.2.7/", false),
    Case("another scheme", "ftp://apple.com/", false),
    Case("a custom scheme", "myapp://apple.com/", false),
    Case("tel", "tel:123", false),
    Case("data", "data:text/html,hi", false),
    Case("javascript", "javascript:alert(1)", false),
    Case("a relative address", "/apple.com", false),
    Case("about:blank", "about:blank", true),
    Case("another about", "about:config", false),
  ])
  func theListOfAllowedHosts(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["apple.com"])) == example.isAllowed)
  }

  @Test(arguments: [
    Case("as it is written", "https://bücher.example/", true),
    Case("in upper case", "https://BÜCHER.example/", true),
    Case("in ASCII", "https://xn--bcher-kva.example/", true),
    Case("in ASCII and upper case", "https://XN--BCHER-KVA.example/", true),
    Case("escaped", "https://b%C3%BCcher.example/", true),
    Case("in two characters", "https://bu\u{308}cher.example/", true),
    Case("a sub-domain", "https://neue.bücher.example/", true),
    Case("without its dots", "https://bucher.example/", false),
    Case("a slash that was escaped", "https://b%C3%BCcher.example%2Fevil.net/", false),
  ])
  func hostsOfOtherLetters(_ example: Case) throws {
    for rule in ["Bücher.example", "xn--bcher-kva.example"] {
      let policy = NavigationPolicy(allow: [try NavigationRule(rule)])
      #expect(try isAllowed(example.url, by: policy) == example.isAllowed)
    }
  }

  @Test(arguments: [
    Case("as it is written", "https://127.0.0.1/", true),
    Case("two parts", "https://127.1/", true),
    Case("three parts", "https://127.0.1/", true),
    Case("hexadecimal", "https://0x7f.1/", true),
    Case("hexadecimal in upper case", "https://0X7F.0.0.1/", true),
    Case("octal", "https://0177.0.0.01/", true),
    Case("one number", "https://2130706433/", true),
    Case("one hexadecimal number", "https://0x7f000001/", true),
    Case("a dot at the end", "https://127.0.0.1./", true),
    Case("wide digits", "https://１２７。0。0。1/", true),
    Case("within IPv6", "https://[::ffff:127.0.0.1]/", true),
    Case("within IPv6, hexadecimal", "https://[::FFFF:7f00:1]/", true),
    Case("another one", "https://127.0.0.2/", false),
    Case("a name that begins with it", "https://127.0.0.1.evil.net/", false),
    Case("a sub-domain of it", "https://a.127.0.0.1/", false),
    Case("five parts", "https://127.0.0.0.1/", false),
    Case("a part too great", "https://127.0.0.256/", false),
    Case("a part in the middle too great", "https://127.256.0.1/", false),
    Case("a number too great", "https://4294967296/", false),
    Case("a hexadecimal number too great", "https://0x1000000000000000007f000001/", false),
    Case("octal with a nine", "https://0177.0.0.09/", false),
    Case("IPv6", "https://[::1]/", false),
  ])
  func aNumericAddressInAnySpelling(_ example: Case) throws {
    for rule in ["127.0.0.1", "0x7f.1", "[::ffff:7f00:1]"] {
      let policy = NavigationPolicy(allow: [try NavigationRule(rule)])
      #expect(try isAllowed(example.url, by: policy) == example.isAllowed)
    }
  }

  @Test(arguments: [
    Case("as it is written", "https://[fd00::7]/", true),
    Case("at length", "https://[FD00:0:0:0:0:0:0:0007]/", true),
    Case("another one", "https://[fd00::8]/", false),
    Case("with a zone", "https://[fd00::7%25eth0]/", false),
    Case("its text as a name", "https://fd00--7/", false),
  ])
  func aNumericIPv6Address(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["[fd00::7]"])) == example.isAllowed)
  }

  @Test(arguments: [
    Case("itself", "https://shop.example:8443/checkout", true),
    Case("a slash at the end", "https://shop.example:8443/checkout/", true),
    Case("below it", "https://shop.example:8443/checkout/2?step=1#a", true),
    Case("an escaped letter", "https://shop.example:8443/%63heckout", true),
    Case("a character that joins the slash", "https://shop.example:8443/checkout/%E2%80%8D", true),
    Case("a longer name", "https://shop.example:8443/checkout-evil", false),
    Case("other case", "https://shop.example:8443/Checkout", false),
    Case("beside it", "https://shop.example:8443/", false),
    Case("up and down again", "https://shop.example:8443/a/../checkout", true),
    Case("out of it", "https://shop.example:8443/checkout/../admin", false),
    Case("out of it, escaped dots", "https://shop.example:8443/checkout/%2E%2e/admin", false),
    Case("out of it, escaped slashes", "https://shop.example:8443/checkout/..%2Fadmin", false),
    Case("out of it, escaped backslashes", "https://shop.example:8443/checkout/..%5Cadmin", false),
    Case("the usual port", "https://shop.example/checkout", false),
    Case("http", "http://shop.example:8443/checkout", false),
    Case("a sub-domain", "https://a.shop.example:8443/checkout", false),
    Case("a blob of that origin", "blob:https://shop.example:8443/checkout", false),
  ])
  func anAllowedPathOfOneOrigin(_ example: Case) throws {
    let policy = NavigationPolicy(allow: ["https://shop.example:8443/checkout"])
    #expect(try isAllowed(example.url, by: policy) == example.isAllowed)
  }

  @Test(arguments: [
    Case("itself", "https://shop.example/admin", false),
    Case("below it", "https://shop.example/admin/users", false),
    Case("by http", "http://shop.example/admin", false),
    Case("at any port", "https://shop.example:8443/admin", false),
    Case("of a sub-domain", "https://a.shop.example/admin", false),
    Case("an escaped letter", "https://shop.example/%61dmin", false),
    Case("an escaped slash", "https://shop.example/%2Fadmin", false),
    Case("two slashes", "https://shop.example//admin", false),
    Case("up and down again", "https://shop.example/a/../admin", false),
    Case("up and down again, escaped slashes", "https://shop.example/a%2F..%2Fadmin", false),
    Case("an escaped slash with an accent", "https://shop.example/%2Fadmin%2F%CC%B8", false),
    Case("an escape that is none", "https://shop.example/admin/%zz", false),
    Case("a longer name", "https://shop.example/admins", true),
    Case("elsewhere", "https://shop.example/", true),
    Case("another host", "https://other.example/admin", true),
  ])
  func aDeniedPath(_ example: Case) throws {
    let policy = NavigationPolicy(deny: ["shop.example/admin"])
    #expect(try isAllowed(example.url, by: policy) == example.isAllowed)
  }

  @Test(arguments: [
    Case("the allowed host", "https://apple.com/", true),
    Case("the denied sub-domain", "https://ads.apple.com/", false),
    Case("a sub-domain of it", "https://a.ads.apple.com/", false),
    Case("another sub-domain", "https://shop.apple.com/", true),
    Case("a name that ends like it", "https://myads.apple.com/", true),
    Case("the allowed scheme", "tel:123", true),
    Case("the denied scheme", "sms:123", false),
    Case("any blob of the allowed host", "blob:https://apple.com/0-1", true),
    Case("a blob of the denied host", "blob:https://ads.apple.com/0-1", false),
    Case("a blob of nobody", "blob:null/0-1", false),
  ])
  func denialWins(_ example: Case) throws {
    let policy = NavigationPolicy(
      allow: ["https:", "apple.com", "tel:", "sms:"], deny: ["ads.apple.com", "sms:"])
    #expect(try isAllowed(example.url, by: policy) == example.isAllowed)
  }

  @Test(arguments: [
    Case("the host itself", "https://apple.com/", false),
    Case("a sub-domain", "https://a.apple.com/", true),
    Case("a name that ends like it", "https://notapple.com/", false),
  ])
  func subdomainsAlone(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["*.apple.com"])) == example.isAllowed)
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["https://*.apple.com"])) == example.isAllowed)
  }

  @Test(arguments: [
    Case("http", "http://kiosk/", true),
    Case("its usual port, written", "http://kiosk:80/", true),
    Case("https", "https://kiosk/", false),
    Case("the port of https", "http://kiosk:443/", false),
    Case("a sub-domain", "http://a.kiosk/", false),
  ])
  func httpIsAllowedWhereItIsWritten(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["http://kiosk"])) == example.isAllowed)
  }

  @Test(arguments: [
    Case("any host", "https://evil.net/", true),
    Case("any port", "https://evil.net:8443/", true),
    Case("http", "http://evil.net/", false),
    Case("a user", "https://me@evil.net/", false),
  ])
  func aWholeScheme(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(allow: ["https:"])) == example.isAllowed)
  }

  @Test(arguments: [
    Case("the denied host", "http://ads.example:81/", false),
    Case("any other", "http://evil.net/", true),
    Case("a scheme", "tel:123", true),
    Case("a user, by which the denied host could hide", "https://me@evil.net/", false),
    Case("a host that browsers may read as the denied one", "https://ads.example%2F.evil.net/", false),
  ])
  func withoutAListOfAllowedHosts(_ example: Case) throws {
    #expect(try isAllowed(example.url, by: NavigationPolicy(deny: ["ads.example"])) == example.isAllowed)
  }

  @Test func whoSaysNothingAllowsEverything() throws {
    for url in ["http://me@evil.net/", "data:,", "https://a..b/"] {
      #expect(try isAllowed(url, by: .everything))
    }
  }

  @Test(arguments: [
    Case("a page", "http://localhost:8080/a", true),
    Case("a blob", "blob:http://localhost:8080/0-1", true),
    Case("in upper case", "http://LOCALHOST:8080/a", true),
    Case("another port", "http://localhost:8081/a", false),
    Case("https", "https://localhost:8080/a", false),
    Case("a longer name", "http://localhost.evil.net:8080/", false),
    Case("a user", "http://me@localhost:8080/", false),
  ])
  func itsOwnDocumentsAreAllowed(_ example: Case) throws {
    for policy in [NavigationPolicy(allow: []), NavigationPolicy(deny: ["localhost", "http:"])] {
      let own: Set = ["http://localhost:8080"]
      #expect(try isAllowed(example.url, by: policy, own: own) == example.isAllowed)
      #expect(try isAllowed(example.url, by: policy, in: .sub, own: own) == example.isAllowed)
    }
  }

  @Test func framesHaveRulesOfTheirOwn() throws {
    let policy = NavigationPolicy(
      allow: ["apple.com"], iframes: NavigationRules(allow: ["video.example", "data:"], deny: ["ads.video.example"]))
    let addresses = [
      "https://apple.com/", "https://video.example/", "https://ads.video.example/", "data:,", "about:srcdoc",
    ]
    let inMain = try addresses.map { try isAllowed($0, by: policy) }
    let inIframes = try addresses.map { try isAllowed($0, by: policy, in: .sub) }
    #expect(inMain == [true, false, false, false, false])
    #expect(inIframes == [false, true, false, true, true])
    #expect(try isAllowed("https://apple.com/", by: NavigationPolicy(allow: ["apple.com"]), in: .sub))
  }

  @Test(arguments: [
    ("https://ads.example:81/a?secret=1", "https://ads.example:81/a is denied by the rule ads.example."),
    ("https://evil.net/", "https://evil.net/ is not among the allowed addresses."),
    ("tel:123", "tel: is not among the allowed addresses."),
    ("https://me:secret@apple.com", "Addresses with a user name are denied. The host of this one is apple.com."),
    ("https:///x", "Addresses of the scheme https without a host are denied."),
    ("https://a..b/", "Addresses with a malformed host are denied."),
    ("/x", "The address is not absolute."),
  ])
  func theReasonIsASentence(url: String, reason: String) throws {
    let policy = NavigationPolicy(allow: ["apple.com"], deny: ["ads.example"])
    let decision = policy.decision(for: try #require(URL(string: url)))
    guard case .deny(let denied) = decision else {
      Issue.record("it is allowed")
      return
    }
    #expect(denied.description == reason)
    #expect(denied.rule == (url.contains("ads") ? "ads.example" : nil))
  }

  @Test func theReasonIsShort() throws {
    let url = try #require(URL(string: "https://evil.net/" + String(repeating: "ä", count: 10_000)))
    guard case .deny(let reason) = NavigationPolicy(allow: []).decision(for: url) else {
      Issue.record("it is allowed")
      return
    }
    #expect(reason.description.utf8.count < 200)
  }

  @Test func policiesAreComparedByWhatTheySay() throws {
    let policy = NavigationPolicy(allow: ["apple.com", "[fd00::7]"])
    #expect(policy == NavigationPolicy(allow: ["APPLE.com.", "[fd00:0::7]"]))
    #expect(policy != NavigationPolicy(allow: ["apple.com", "[fd00::7]"], deny: ["ads.example"]))
    #expect(NavigationPolicy(allow: []) != .everything)
  }
}
