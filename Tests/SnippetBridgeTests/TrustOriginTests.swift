import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Origins of proxies, and cookies over TLS.
@Suite(.timeLimit(.minutes(5))) struct TrustOriginTests {
  @Test(arguments: ["https://Kiosk.example", "https://other.example:8443"])
  func aProxysOriginMayUseTheBridge(origin: String) async throws {
    try await TestServer.run(configure: { $0.origins = ["https://kiosk.example", "https://other.example:8443"] }) {
      test async throws in
      let authority = String(origin.dropFirst("https://".count))
      // A proxy forwards the browser's `Host`, or replaces it with its own.
      for host in [authority, test.http.authority] {
        var stranger = HandmadeClient(test)
        (stranger.origin, stranger.host) = (origin, host)
        let hello = try await stranger.post("/_bridge/hello", stranger.helloBody)
        let cookie = try #require(hello["Set-Cookie"])
        #expect(
          cookie.hasPrefix("__Host-bridge-session-\(test.url.port ?? 0)=") && cookie.hasSuffix("; Path=/; Secure"))
        stranger.cookie = String(cookie.prefix { $0 != ";" })
        #expect(
          try await stranger.post("/_bridge/call", "hello \(stranger.helloBody)\ncall 1 addingOne 1").text
            == "reply 1 2")
        // When the test client opens a socket, it writes the `Host` field itself.
        if host == test.http.authority {
          stranger.host = nil
          let socket = try await stranger.socket()
          socket.cut()
        }
        // A page with the same host name but without TLS has another origin, and its cookie is not accepted.
        let plain = cookie.dropFirst("__Host-".count).prefix { $0 != ";" }
        stranger.cookie = String(plain)
        #expect(try await stranger.post("/_bridge/call", "call 1 addingOne 1").status == 401)
        stranger.origin = "http://\(authority)"
        #expect(try await stranger.post("/_bridge/hello", stranger.helloBody).status == 403)
      }
      // The server's own origin is still accepted.
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("addingOne", 1) == 2)
      await page.close()
      var evil = HandmadeClient(test)
      for other in ["https://evil.example", "https://kiosk.example.evil.example", "https://kiosk.example:1", "null"] {
        evil.origin = other
        #expect(try await evil.post("/_bridge/hello", evil.helloBody).status == 403, "\(other)")
      }
    }
  }

  @Test(arguments: [
    "kiosk.example", "ftp://kiosk.example", "https://", "https://kiosk.example/", "https://a@b", "*",
    "https://kiosk.example:443", "http://kiosk.example:80", "https://kiosk.example:",
  ])
  func whatIsNoOriginIsRefusedAtStart(origin: String) async throws {
    await #expect(throws: BridgeServerError.self) {
      try await TestServer.run(configure: { $0.origins = [origin] }) { _ async throws in }
    }
  }

  @Test func overTLSCookiesBelongToTheHostAlone() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(configure: {
      $0.tls = .selfSigned(folder: folder)
      $0.token = AccessToken("0123456789abcdef")
    }) { test async throws in
      let port = test.url.port ?? 0
      let admitted = try await curl(folder, "\(test.url)?token=0123456789abcdef", "-H", "Sec-Fetch-Mode: navigate")
      let admission = try #require(
        admitted.firstMatch(of: #/[Ss]et-[Cc]ookie: (__Host-bridge-admission-\d+=[^;]+); (.*)/#))
      #expect(admission.output.2 == "HttpOnly; SameSite=Lax; Max-Age=34560000; Path=/; Secure")
      let cookie = String(admission.output.1)
      let stranger = HandmadeClient(test)
      func hello(_ cookie: String) async throws -> String {
        try await curl(
          folder, "\(test.url)_bridge/hello", "-H", "Cookie: \(cookie)", "-H", "Origin: \(test.origin)", "-H",
          "Bridge-Document: \(stranger.document)", "--data-binary", stranger.helloBody)
      }
      let reply = try await hello(cookie)
      #expect(reply.contains("200 OK") && reply.contains(": __Host-bridge-session-\(port)="))
      // The server refuses the cookie without the prefix `__Host-`, because a plain http page of this host could have
      // set it.
      #expect(try await hello(String(cookie.dropFirst("__Host-".count))).contains("401 Unauthorized"))
    }
  }

  /// Runs curl and returns the head and the body of the response.
  private func curl(_ folder: String, _ arguments: String...) async throws -> String {
    let command = ["curl", "-sSi", "--max-time", "20", "--cacert", folder + "/localhost.crt"] + arguments
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread { continuation.resume(with: Result { try Command(command).output }) }
    }
  }

  /// The redirect leads only to names of this server, whatever `Host` a request contains, and is not cached.
  @Test func plainHTTPOnATLSPortIsSentToNamesOfThisServerAlone() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await TestServer.run(configure: { $0.tls = .selfSigned(folder: folder) }) { test async throws in
      func get(_ host: String) throws -> String {
        let address = "http://127.0.0.1:\(test.url.port ?? 0)/a%2Fb?c=%20d"
        return try Command("curl", "-si", "--max-time", "20", "-H", "Host: \(host)", address).output
      }
      let own = try get("localhost:8080")
      #expect(own.hasPrefix("HTTP/1.1 301 ") && own.contains("Location: https://localhost:8080/a%2Fb?c=%20d\r\n"))
      #expect(own.contains("Cache-Control: no-store\r\n"))
      let foreign = try get("evil.example")
      #expect(foreign.hasPrefix("HTTP/1.1 403 ") && !foreign.contains("Location"))
    }
  }
}
