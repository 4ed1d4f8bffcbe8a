import Foundation
import Testing

@testable import SnippetCatalog

@Suite(.timeLimit(.minutes(5))) struct SnippetOriginsTests {
  private let origins: SnippetOrigins = ["https://Shop.example", "http://localhost:5173/"]

  @Test(arguments: [
    ("https://shop.example/a", true), ("https://SHOP.example:443/", true), ("wss://shop.example/changes", true),
    ("http://localhost:5173/", true), ("ws://localhost:5173", true),
    ("http://shop.example/", false), ("https://shop.example:8443/", false),
    ("https://shop.example.evil.example/", false),
    ("https://shop.example@evil.example/", false), ("https://user@shop.example/", false), ("http://localhost/", false),
    ("file:///etc/passwd", false), ("ftp://shop.example/", false),
  ])
  func whatIsAdmitted(text: String, isAdmitted: Bool) throws {
    #expect(origins.admit(try #require(URL(string: text))) == isAdmitted)
  }

  @Test(arguments: ["shop.example", "https://", "https://shop.example/a", "ws://shop.example", "", "*"])
  func whatIsNoOrigin(text: String) {
    #expect(throws: SnippetError.self) { try SnippetOrigins(parsing: [text]) }
  }

  @Test func namesAreShort() throws {
    #expect(SnippetOrigins.name(of: try #require(URL(string: "HTTPS://Shop.example/a?b"))) == "https://shop.example")
    #expect(SnippetOrigins.name(of: try #require(URL(string: "ws://a:81/"))) == "http://a:81")
    #expect(SnippetOrigins.name(of: try #require(URL(string: "mailto:a@b"))) == "mailto:")
  }
}
