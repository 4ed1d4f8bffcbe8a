import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// A server with a token, over real sockets.
@Suite(.timeLimit(.minutes(5))) struct TrustAdmissionTests {
  private let token = "open-sesame_0123456789"

  private func run(
    configure: (inout BridgeConfiguration) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
  ) async throws {
    try await TestServer.run(
      files: ["index.html": "<!doctype html>in", "a b.html": "<!doctype html>blank"],
      configure: {
        $0.token = AccessToken(token)
        configure(&$0)
      }, body)
  }

  private func browse(
    _ test: TestServer, _ target: String, cookie: String? = nil, more: [(String, String)] = []
  ) async throws -> HTTPReply {
    let cookies = cookie.map { [("Cookie", $0)] } ?? []
    let browser = [("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1")]
    return try await test.http.request("GET", target, headers: browser + cookies + more)
  }

  private func cookie(in reply: HTTPReply) throws -> String {
    String(try #require(reply["Set-Cookie"]).prefix { $0 != ";" })
  }

  @Test func withoutTheTokenNothingIsOpen() async throws {
    try await run { test async throws in
      let page = try await browse(test, "/")
      #expect(page.status == 401 && page["WWW-Authenticate"] == "Bearer" && page["Cache-Control"] == "no-store")
      #expect(page.text.contains("<form method=\"post\">") && !page.text.contains("<!doctype html>in"))
      for path in ["/index.html", "/nope", "/_bridge/bridge.js", "/_bridge/socket"] {
        let reply = try await test.http.request("GET", path)
        #expect(reply.status == 401 && reply.text == "This server requires its token.\n", "\(path)")
      }
      let stranger = HandmadeClient(test)
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 401)
      #expect(try await stranger.post("/_bridge/call", "hello \(stranger.helloBody)\ncall 1 addingOne 1").status == 401)
      let error = await #expect(throws: TestPageError.self) { try await stranger.socket() }
      guard case .status(401, _) = error else { Issue.record("\(String(describing: error))"); return }
    }
  }

  @Test func aTokenInTheAddressIsExchangedForACookie() async throws {
    try await run { test async throws in
      let reply = try await browse(test, "/a%20b.html?x=1&token=\(token)&y=2")
      #expect(reply.status == 303 && reply["Location"] == "/a%20b.html?x=1&y=2")
      // Escapes in the URL are kept: otherwise the redirect would lead to another URL.
      let escaped = try await browse(test, "/users/a%2Fb%3F?token=\(token)&z=%26")
      #expect(escaped["Location"] == "/users/a%2Fb%3F?z=%26")
      #expect(reply["Referrer-Policy"] == "no-referrer" && reply["Cache-Control"] == "no-store")
      let set = try #require(reply["Set-Cookie"])
      #expect(set.hasPrefix("bridge-admission-\(test.url.port ?? 0)=") && !set.contains(token))
      #expect(set.hasSuffix("; HttpOnly; SameSite=Lax; Max-Age=34560000; Path=/"))
      let cookie = try cookie(in: reply)
      #expect(try await browse(test, "/a%20b.html?x=1&y=2", cookie: cookie).text.contains("blank"))

      // The admission cookie is also accepted by the bridge's requests, and the hello renews the cookie.
      var stranger = HandmadeClient(test)
      stranger.cookie = cookie
      let hello = try await stranger.post("/_bridge/hello", stranger.helloBody)
      #expect(hello.status == 200)
      let cookies = hello.headers.filter { $0.0.lowercased() == "set-cookie" }.map { String($0.1.prefix { $0 != ";" }) }
      #expect(cookies.count == 2 && cookies.contains(cookie))
      stranger.cookie = cookies.joined(separator: "; ")
      #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").text == "reply 1 2")
      let socket = try await stranger.socket()
      socket.cut()

      // If a URL with a token is opened again, the token is removed again.
      #expect(try await browse(test, "/?token=\(token)", cookie: cookie).status == 303)
      // A page may have a query parameter of its own that is called `token`.
      #expect(try await browse(test, "/?token=mine", cookie: cookie).text.contains("in"))
    }
  }

  @Test func theRedirectStaysOnThisServer() async throws {
    try await run { test async throws in
      for target in [
        "//evil.example/?token=\(token)", "/%2F/evil.example/?token=\(token)", "/\\evil.example?token=\(token)",
      ] {
        let location = try #require(try await browse(test, target)["Location"])
        #expect(location.hasPrefix("/") && !location.hasPrefix("//") && !location.contains("\\"), "\(location)")
      }
    }
  }

  @Test func aTypedTokenLetsIn() async throws {
    try await run { test async throws in
      func type(_ text: String, origin: String?) async throws -> HTTPReply {
        let headers = [
          ("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1"),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ]
        let origins = origin.map { [("Origin", $0)] } ?? []
        return try await test.http.request(
          "POST", "/index.html", headers: headers + origins, body: Array("token=\(text)".utf8))
      }
      let wrong = try await type("wrong-wrong-wrong-wrong", origin: test.origin)
      #expect(
        wrong.status == 401 && wrong.text.contains("not the server's token") && !wrong.text.contains("wrong-wrong"))
      // The server does not check the token in a form of another site, whether it is right or wrong.
      #expect(try await type(token, origin: "http://evil.example").status == 401)
      let right = try await type("+\(token)%0A", origin: test.origin)
      #expect(right.status == 303 && right["Location"] == "/index.html")
      #expect(try await browse(test, "/", cookie: cookie(in: right)).status == 200)
    }
  }

  @Test func programsSendItInAHeader() async throws {
    try await run { test async throws in
      let good = try await test.http.request("GET", "/", headers: [("Authorization", "Bearer \(token)")])
      #expect(good.status == 200 && good["Set-Cookie"] == nil)
      for value in ["Bearer \(token)x", "Bearer \(token.dropLast())", "Bearer ", "Basic \(token)", token] {
        #expect(try await test.http.request("GET", "/", headers: [("Authorization", value)]).status == 401, "\(value)")
      }
    }
  }

  @Test func forgedAndForeignCookiesAreRefused() async throws {
    var old = ""
    try await run { test async throws in
      old = try cookie(in: try await browse(test, "/?token=\(token)"))
      let (name, value) = (old.prefix { $0 != "=" }, old.drop { $0 != "=" }.dropFirst())
      for forged in ["", ".", "a.", value.dropLast(), "0\(value)", token[...], "\(value).x"] {
        #expect(try await browse(test, "/", cookie: "\(name)=\(forged)").status == 401, "\(forged)")
      }
      #expect(try await browse(test, "/", cookie: old).status == 200)
    }
    // The cookie survives a restart, and is invalid after the token has changed. The restarted server has another port,
    // which is part of the cookie's name, but not of its value.
    let value = old.drop { $0 != "=" }
    try await run { test async throws in
      #expect(try await browse(test, "/", cookie: "bridge-admission-\(test.url.port ?? 0)\(value)").status == 200)
    }
    try await run(configure: { $0.token = AccessToken("another-token-0123456789") }) { test async throws in
      #expect(try await browse(test, "/", cookie: "bridge-admission-\(test.url.port ?? 0)\(value)").status == 401)
    }
  }

  @Test func guessingIsLimitedAndWhoIsInStaysIn() async throws {
    try await run { test async throws in
      let cookie = try cookie(in: try await browse(test, "/?token=\(token)"))
      // One guess is regained every 10 s, so more guesses are allowed on a slow machine.
      var limited = try await browse(test, "/?token=guess-guess-guess")
      for _ in 0..<50 where limited.status == 401 { limited = try await browse(test, "/?token=guess-guess-guess") }
      #expect(limited.status == 429 && limited["Retry-After"].flatMap { Int($0) } ?? 0 > 0)
      #expect(try await browse(test, "/", cookie: cookie).status == 200)
      // A client at the same address that knows the token is admitted, by form, URL and header.
      #expect(try await browse(test, "/?token=\(token)").status == 303)
      let header = [("Authorization", "Bearer \(token)")]
      for _ in 0..<10 { #expect(try await test.http.request("GET", "/", headers: header).status == 200) }
    }
  }

  @Test func whoIsInAndWhoComesFromAnotherSiteGuessNothing() async throws {
    try await run { test async throws in
      let cookie = try cookie(in: try await browse(test, "/?token=\(token)"))
      for _ in 0..<10 { #expect(try await browse(test, "/?token=mine", cookie: cookie).text.contains("in")) }
      let link = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "cross-site")]
      for _ in 0..<10 { #expect(try await browse(test, "/?token=guess-guess-guess", more: link).status == 401) }
      #expect(try await browse(test, "/?token=\(token)", more: link).status == 401, "nor the right one")
      #expect(try await browse(test, "/?token=mine", cookie: cookie, more: link).status == 200)
      // None of these attempts was counted.
      for _ in 0..<4 { #expect(try await browse(test, "/?token=guess-guess-guess").status == 401) }
      #expect(try await browse(test, "/?token=\(token)").status == 303)
    }
  }

  /// Tokens, whether right or wrong, never appear in the log or in pages.
  @Test func noLogAndNoPageShowsAToken() async throws {
    let log = LogRecorder(from: .trace)
    let guess = "guess-0123456789-guess"
    try await run(configure: { $0.logger = log.logger }) { test async throws in
      let pages = [
        try await browse(test, "/nope?token=\(guess)"), try await browse(test, "/?token=\(token)"),
        try await test.http.request("GET", "/", headers: [("Authorization", "Bearer \(guess)")]),
      ]
      for page in pages {
        let text = page.text + page.headers.map { "\($0.0): \($0.1)" }.joined(separator: "\n")
        #expect(!text.contains(guess) && !text.contains(token))
      }
    }
    let text = log.lines.joined(separator: "\n")
    #expect(text.contains("a wrong token was refused") && text.contains("a browser was admitted"))
    #expect(!text.contains(guess) && !text.contains(token))
    #expect(!"\(AccessToken(token))".contains(token) && !String(reflecting: AccessToken(token)).contains(token))
    var dumped = ""
    dump(BridgeConfiguration(), to: &dumped)
    dump(AccessToken(token), to: &dumped)
    #expect(!dumped.contains(token))
  }
}
