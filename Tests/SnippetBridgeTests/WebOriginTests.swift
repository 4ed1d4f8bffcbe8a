import Foundation
import SnippetBridgeHTTP
import SnippetBridgeTesting
import TestSupport
import Testing

/// The canonical form by which all origins are compared.
@Suite(.timeLimit(.minutes(5))) struct WebOriginTests {
  @Test(arguments: [
    "https://shop.example", "HTTPS://Shop.Example:443/", "https://shop.example.", "wss://shop.example",
    "https://ｓhop.example",
  ])
  func oneOriginHasOneSpelling(text: String) throws {
    #expect(WebOrigin(text)?.description == "https://shop.example")
    #expect(
      WebOrigin(of: try #require(URL(string: text + (text.hasSuffix("/") ? "a" : "/a?b#c"))))?.description
        == "https://shop.example")
  }

  @Test(arguments: [
    ("http://127.1:8080", "http://127.0.0.1:8080"), ("http://0x7f000001", "http://127.0.0.1"),
    ("http://[0:0::1]:1", "http://[::1]:1"), ("http://[::ffff:10.0.0.1]", "http://10.0.0.1"),
    ("http://xn--bcher-kva.example", "http://bücher.example"), ("http://a:00080", "http://a"),
  ])
  func numbersAndOtherAlphabets(text: String, same: String) {
    #expect(WebOrigin(text) != nil)
    #expect(WebOrigin(text) == WebOrigin(same))
  }

  @Test(arguments: [
    "", "null", "shop.example", "ftp://a", "http://", "http:///", "http://a//", "http://a/b", "http://a?b",
    "http://a#b",
    "http://u@a", "http://a:", "http://a:0", "http://a:65536", "http://a:+1", "http://a:１", "http://a:1:2",
    "http://a b",
    "http://[::1", "http://[::1]a", "http://::1", "//a", "http://a\\b", "http://a\r\nb", "http://a..b", "http://.",
    "http://%61",
    "http://1.2.3.4.5", "http://a\u{FF0F}b", "javascript://a", "blob:http://a", "http://[fe80::1%25eth0]",
  ])
  func whatIsNone(text: String) {
    #expect(WebOrigin(text) == nil)
  }

  @Test func anOriginIsReadFromItsDescription() throws {
    // Pieces that are difficult for URL parsers.
    let pieces = [
      "http", "https", "ws", "://", ":", "//", "/", "a", "localhost", ".", "..", "[", "]", "::1", "127", "0x7f", "80",
      "443",
      "@", "%", "?", "#", "\\", "ü", "\u{301}", "\u{200D}", " ", "xn--", "-", "_",
    ]
    var random = SplitMix64(seed: 21)
    var count = 0
    for _ in 0..<20_000 {
      let text =
        "http://"
        + (0..<Int.random(in: 1...5, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      guard let origin = WebOrigin(text) else { continue }
      count += 1
      #expect(WebOrigin("\(origin)") == origin, "\(text)")
      #expect(WebOrigin(authority: origin.authority, isSecure: origin.isSecure) == origin, "\(text)")
      #expect(WebOrigin(of: try #require(URL(string: "\(origin)/a"))) == origin, "\(text)")
    }
    #expect(count > 100)
  }
}
