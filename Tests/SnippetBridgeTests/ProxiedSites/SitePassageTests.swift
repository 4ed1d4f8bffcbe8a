import HTTPTypes
import SnippetBridgeWebServer
import TestSupport
import Testing

@testable import SnippetBridge
@testable import SnippetBridgeHTTP

/// The changes to each header field of requests and responses.
@Suite(.timeLimit(.minutes(5))) struct SitePassageTests {
  private func passage(_ kind: SitePassage.Kind, cookies: String = "") -> SitePassage {
    let origins = SiteOrigins(target: "http://target:1", own: "http://localhost:2")
    return SitePassage(
      kind: kind, origins: origins, cookies: SiteCookies(isSecure: false, storage: .usual),
      policies: SitePolicies(sources: ["'sha256-x'"], hasWorker: false, origins: origins),
      tags: SiteEntityTags(mark: kind == .other ? nil : "m"), ownPolicy: "frame-ancestors 'self' http://localhost:3",
      requestCookies: cookies)
  }

  private func fields(_ pairs: [(String, String)]) throws -> [HTTPField] {
    try pairs.map { HTTPField(name: try #require(HTTPField.Name($0)), value: $1) }
  }

  private func lines(_ fields: [HTTPField]) -> [String] { fields.map { "\($0.name.rawName): \($0.value)" } }

  private func request(_ kind: SitePassage.Kind, _ pairs: [(String, String)]) throws -> [String] {
    var passage = passage(kind)
    passage.isOwn = { $0 == "http://localhost:2" }
    passage.isToken = { $0 == "secret" }
    return lines(passage.request(try fields(pairs)))
  }

  @Test func aRequestPassesInItsOrder() throws {
    #expect(
      try request(
        .other,
        [
          ("Host", "localhost:2"), ("X-B", "1"), ("Accept-Encoding", "br"), ("x-a", "2"), ("X-Forwarded-For", "3"),
          ("Forwarded", "4"), ("X-Real-IP", "5"), ("Via", "6"), ("Bridge-Document", "7"), ("Range", "bytes=0-1"),
          // Frameworks may treat these names with underscores like the names above.
          ("X_Forwarded_For", "8"), ("x-forwarded_proto", "9"), ("X_Real_IP", "10"), ("Bridge_Document", "11"),
        ]) == ["X-B: 1", "Accept-Encoding: br", "x-a: 2", "Range: bytes=0-1"])
  }

  @Test func originsAndReferrersOfOursAreTheTargets() throws {
    #expect(
      try request(.other, [("Origin", "http://localhost:2"), ("Referer", "http://localhost:2/a?token=secret&b")])
        == ["Origin: http://target:1", "Referer: http://target:1/a?b"])
    // Foreign origins stay unchanged, so that a target that checks them refuses the request.
    let foreign = [("Origin", "http://evil.example"), ("Referer", "http://evil.example/")]
    #expect(try request(.other, foreign) == ["Origin: http://evil.example", "Referer: http://evil.example/"])
    #expect(try request(.other, [("Origin", "null")]) == ["Origin: null"])
  }

  @Test func secretsOfTheBridgeStayHere() throws {
    #expect(
      try request(
        .other, [("Authorization", "Bearer secret"), ("Cookie", "bridge-session-2=a; b=c; bridge-admission-2=d")])
        == ["Cookie: b=c"])
    #expect(try request(.other, [("Authorization", "Bearer own")]) == ["Authorization: Bearer own"])
    #expect(try request(.other, [("Authorization", "Basic secret")]) == ["Authorization: Basic secret"])
    for (address, passed) in [
      ("/a?token=secret", "/a"), ("/a?b=c&token=sec%72et&d", "/a?b=c&d"), ("/a?token=own", "/a?token=own"),
      ("/token=secret", "/token=secret"), ("/a?%74oken=secret&b", "/a?b"), ("/a?token=+secret%20", "/a"),
      ("/a?xtoken=secret&&", "/a?xtoken=secret&&"),
    ] {
      #expect(SitePassage.removing({ $0 == "secret" }, from: address) == passed)
    }
  }

  /// The client's ranges and dates refer to the page with the inserted bridge, so they are not sent to the target.
  @Test func aPageIsAskedForWholeAndUncompressed() throws {
    let asked = [
      ("Accept-Encoding", "gzip, br"), ("Range", "bytes=1-"), ("If-Range", "\"a\""),
      ("If-Modified-Since", "Wed, 21 Oct 2026 07:28:00 GMT"), ("If-None-Match", "\"a\", W/\"b,~sb-m\", \"c~sb-old\""),
    ]
    #expect(try request(.document, asked) == ["If-None-Match: W/\"b,\"", "Accept-Encoding: identity"])
    #expect(try request(.serviceWorker, [("If-None-Match", "\"a\"")]) == ["Accept-Encoding: identity"])
  }

  /// If a script fetches a page, the response is the target's own page, without the bridge. So the request to the
  /// target must not contain entity tags of pages with the bridge.
  @Test func whatIsFetchedIsNeverAPageOfOurs() throws {
    #expect(try request(.other, [("If-None-Match", "\"a\", \"b~sb-m\"")]) == ["If-None-Match: \"a\""])
    #expect(try request(.other, [("If-None-Match", "\"b~sb-m\"")]) == [])
    #expect(try request(.other, [("If-Match", "\"b~sb-m\"")]) == ["If-Match: \"b\""])
    #expect(try request(.other, [("Range", "bytes=1-"), ("If-Range", "\"b~sb-m\"")]) == [])
  }

  private func response(
    _ kind: SitePassage.Kind, status: Int = 200, content: SitePassage.Content = .same,
    cookies: String = "", _ pairs: [(String, String)]
  ) throws -> [String] {
    lines(passage(kind, cookies: cookies).response(try fields(pairs), status: status, content: content).fields)
  }

  private let injected = SitePassage.Content.injected(charset: nil, isGzipped: false)

  @Test func aPageHasThePoliciesOfBoth() throws {
    #expect(
      try response(
        .document, content: injected,
        [
          ("Content-Type", "text/html"), ("Content-Security-Policy", "script-src 'nonce-a'"),
          ("X-Frame-Options", "DENY"),
          ("Content-Security-Policy", "frame-ancestors 'none'"), ("ETag", "W/\"a\""), ("Last-Modified", "b"),
          ("Content-Encoding", "gzip"), ("Accept-Ranges", "bytes"), ("Strict-Transport-Security", "max-age=1"),
          ("Alt-Svc", "h3=\":443\""),
        ]) == [
          "Content-Type: text/html", "Content-Security-Policy: script-src 'nonce-a' 'sha256-x'", "ETag: W/\"a~sb-m\"",
          "Content-Security-Policy: frame-ancestors 'self' http://localhost:3",
          "Vary: Sec-Fetch-Dest, Upgrade-Insecure-Requests",
        ])
  }

  @Test func aPageThatHasNotChangedToo() throws {
    #expect(
      try response(.document, status: 304, [("ETag", "\"a\""), ("Content-Security-Policy", "script-src 'nonce-a'")])
        == [
          "ETag: \"a~sb-m\"", "Content-Security-Policy: script-src 'nonce-a' 'sha256-x'",
          "Content-Security-Policy: frame-ancestors 'self' http://localhost:3",
        ])
    #expect(try response(.other, status: 304, [("ETag", "\"a\"")]) == ["ETag: \"a\""])
  }

  @Test func whatIsNoPageKeepsItsFields() throws {
    let policy = [
      ("Content-Security-Policy", "frame-ancestors 'none'"), ("X-Frame-Options", "DENY"), ("ETag", "\"a\""),
      ("Last-Modified", "b"), ("Content-Encoding", "br"),
    ]
    #expect(try response(.other, policy) == policy.map { "\($0): \($1)" })
  }

  @Test func addressesAndCookies() throws {
    #expect(
      try response(
        .other,
        [
          ("Location", "http://target:1/a"), ("Refresh", "5; URL=http://target:1/b"),
          ("Set-Cookie", "a=b; Domain=target"),
          ("Set-Cookie", "bridge-session-2=evil"), ("Set-Cookie", "s=1; HttpOnly"),
          ("Access-Control-Allow-Origin", "http://target:1"),
        ]) == [
          "Location: http://localhost:2/a", "Refresh: 5; URL=http://localhost:2/b", "Set-Cookie: a=b",
          "Set-Cookie: s=1; HttpOnly", "Access-Control-Allow-Origin: http://localhost:2",
        ])
  }

  @Test(arguments: [
    ("0;URL=\"http://target:1/b\"", "0;URL=\"http://localhost:2/b\""),
    ("0; url='http://target:1'", "0; url='http://localhost:2'"),
    ("1.5, url = http://target:1/b", "1.5, url = http://localhost:2/b"),
    ("0 http://target:1/b", "0 http://localhost:2/b"),
    ("0;http://target:1/?url=x", "0;http://localhost:2/?url=x"), ("0; url=http://a/?url=http://target:1/", nil),
    ("5", nil), ("", nil), ("0;url=", nil), ("0;url=\"", nil), ("0; url=/b", nil),
  ])
  func theAddressOfARefreshIsOurs(sent: String, got: String?) throws {
    #expect(try response(.other, [("Refresh", sent)]) == ["Refresh: \(got ?? sent)"])
  }

  @Test func bytesBeyondASCIIPassAsTheyAre() throws {
    let sent = HTTPField(name: .setCookie, value: Array("a=".utf8) + [0xE9, 0xFF])
    let passed = passage(.other).response([sent], status: 200, content: .same).fields
    #expect(passed.first?.withUnsafeBytesOfValue { Array($0) } == Array("a=".utf8) + [0xE9, 0xFF])
  }

  /// The value `"cookies"` of `Clear-Site-Data` is not passed on: browsers would delete the cookies of the bridge.
  @Test func clearingCookiesEndsThoseOfTheTarget() throws {
    let cookies = "a=1; bridge-session-2=b"
    #expect(
      try response(.other, cookies: cookies, [("Clear-Site-Data", "\"cookies\", \"storage\"")]) == [
        "Clear-Site-Data: \"storage\"", "Set-Cookie: a=; Max-Age=0; Path=/",
      ])
    #expect(
      try response(.other, [("Clear-Site-Data", "\"*\"")]) == ["Clear-Site-Data: \"cache\", \"storage\""])
    #expect(try response(.other, [("Clear-Site-Data", "\"cookies\"")]) == [])
  }

  private func content(
    _ kind: SitePassage.Kind, status: Int = 200, _ pairs: [(String, String)]
  ) throws -> SitePassage.Content {
    let head = UpstreamResponseHead(status: status, fields: ReceivedFields(HTTPFields(try fields(pairs))))
    return passage(kind).content(of: head)
  }

  @Test func onlyPagesGetTheBridge() throws {
    let html = [("Content-Type", "text/html; Charset=\"UTF-16LE\"")]
    #expect(try content(.document, html) == .injected(charset: "utf-16le", isGzipped: false))
    #expect(try content(.document, status: 404, html) == .injected(charset: "utf-16le", isGzipped: false))
    // HTML that a script fetches stays unchanged.
    #expect(try content(.other, html) == .same)
    for status in [204, 206, 304] { #expect(try content(.document, status: status, html) == .same) }
    #expect(try content(.document, status: 302, html + [("Location", "/a")]) == .same)
    #expect(
      try content(.document, status: 201, html + [("Location", "/a")])
        == .injected(charset: "utf-16le", isGzipped: false))
    for type in ["application/xhtml+xml", "text/plain", "image/svg+xml", "text/htmlx"] {
      #expect(try content(.document, [("Content-Type", type)]) == .same)
    }
    #expect(try content(.document, []) == .same)
  }

  @Test func whatIsCompressedIsOpenedOrRefused() throws {
    func coded(_ coding: String) throws -> SitePassage.Content {
      try content(.document, [("Content-Type", "text/html"), ("Content-Encoding", coding)])
    }
    #expect(try coded("gzip") == .injected(charset: nil, isGzipped: true))
    #expect(try coded("X-GZIP, identity") == .injected(charset: nil, isGzipped: true))
    #expect(try coded("br") == .refused(coding: "br"))
    #expect(try coded("gzip, gzip") == .refused(coding: "gzip, gzip"))
    #expect(try content(.other, [("Content-Type", "text/html"), ("Content-Encoding", "br")]) == .same)
    #expect(try content(.serviceWorker, [("Content-Encoding", "gzip")]) == .guarded(isGzipped: true))
    #expect(try content(.serviceWorker, status: 404, []) == .same)
  }
}
