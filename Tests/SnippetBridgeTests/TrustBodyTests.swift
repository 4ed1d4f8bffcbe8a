import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Requests that are refused before their body is read. These tests send only the head.
@Suite(.timeLimit(.minutes(5))) struct TrustBodyTests {
  private static let token = "open-sesame_0123456789"

  private func head(
    _ test: TestServer, _ method: String, _ path: String, length: Int = 16 << 20, _ headers: [String] = []
  ) async throws -> Int {
    let host = headers.contains { $0.hasPrefix("Host:") } ? [] : ["Host: \(test.http.authority)"]
    let lines = ["\(method) \(path) HTTP/1.1"] + host + ["Content-Length: \(length)"] + headers
    return try await test.http.raw(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)).status
  }

  @Test func withoutTheTokenNoBodyIsRead() async throws {
    try await TestServer.run(configure: { $0.token = AccessToken(Self.token) }) { test async throws in
      let own = ["Origin: \(test.origin)", "Bridge-Document: \(String(repeating: "a", count: 32))"]
      for path in ["/_bridge/hello", "/_bridge/call", "/", "/nope"] {
        #expect(try await head(test, "POST", path, own) == 401, "\(path)")
      }
      #expect(try await head(test, "POST", "/_bridge/call", own + ["Authorization: Bearer wrong"]) == 401)
      let form = [
        "Accept: text/html", "Upgrade-Insecure-Requests: 1", "Content-Type: application/x-www-form-urlencoded",
      ]
      #expect(try await head(test, "POST", "/", length: 4097, form) == 401)
      // A token's form may have up to 4096 bytes.
      let bytes = Array(("token=\(Self.token)&x=" + String(repeating: "x", count: 4096)).utf8.prefix(4096))
      let typed = try await test.http.request(
        "POST", "/",
        headers: [
          ("Accept", "text/html"), ("Upgrade-Insecure-Requests", "1"),
          ("Content-Type", "application/x-www-form-urlencoded"),
        ],
        body: bytes)
      #expect(typed.status == 303)
      var stranger = HandmadeClient(test)
      stranger.cookie = String(try #require(typed["Set-Cookie"]).prefix { $0 != ";" })
      #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 200)
    }
  }

  @Test func bodiesGoWhereTheyAreReadOnly() async throws {
    try await TestServer.run { test async throws in
      let own = ["Origin: \(test.origin)"]
      #expect(try await head(test, "POST", "/_bridge/call", ["Origin: http://evil.example"]) == 403)
      #expect(try await head(test, "POST", "/_bridge/hello") == 403)
      #expect(try await head(test, "POST", "/_bridge/call", own + ["Host: evil.example"]) == 403)
      #expect(try await head(test, "POST", "/_bridge/leave", own) == 413)
      // A hello may have up to 64 kB.
      #expect(try await head(test, "POST", "/_bridge/hello", own) == 413)
      #expect(try await head(test, "POST", "/_bridge/hello", length: (64 << 10) + 1, own) == 413)
      let longest = HandmadeClient(test)
      let body = longest.helloBody
      let spaces = String(repeating: " ", count: (64 << 10) - body.utf8.count)
      #expect(try await longest.post("/_bridge/hello", body + spaces).status == 200)
      #expect(try await head(test, "POST", "/_bridge/bridge.js", own) == 405)
      #expect(try await head(test, "PUT", "/index.html", own) == 405)
      #expect(try await head(test, "POST", "/index.html", own) == 405)
      #expect(try await head(test, "GET", "/index.html") == 413)
    }
  }
}
