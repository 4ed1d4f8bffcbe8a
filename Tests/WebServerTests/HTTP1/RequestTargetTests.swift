import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct RequestTargetTests {
  @Test(
    arguments: [
      ("/", nil, "/", nil), ("/a%2Fb;c//../d", nil, "/a%2Fb;c//../d", nil), ("/a?", nil, "/a", ""),
      ("/?a?b", nil, "/", "a?b"),
      ("/a?http://b/", nil, "/a", "http://b/"), ("//a/b", nil, "//a/b", nil), ("*", nil, "*", nil),
      ("http://a", "a", "/", nil), ("HTTP://A:80/b?c", "A:80", "/b", "c"),
      ("https://[::1]:443?x=/", "[::1]:443", "/", "x=/"),
      ("http://a.b-c_d~!$&'()*+,;=%20:/", "a.b-c_d~!$&'()*+,;=%20:", "/", nil),
      ("/{}|^`\"<>\\", nil, "/{}|^`\"<>\\", nil),
    ] as [(String, String?, String, String?)])
  func parts(raw: String, authority: String?, path: String, query: String?) throws {
    let target = try #require(RequestTarget(raw))
    #expect(target.raw == raw && target.authority == authority)
    #expect(target.path == path && target.query.map { String($0) } == query)
  }

  @Test(arguments: [
    "", "a", "**", "*?", "?a", "http:", "http:/", "http://", "http:///", "http://?", "http://a@b/", "ws://a/",
    "http://a:x/",
    "http://[::1/", "http://[]/", "http://a%zz/", "/a b", "/é", "/#", "/a\r", "https:/a",
  ])
  func refused(raw: String) {
    #expect(RequestTarget(raw) == nil)
  }
}
