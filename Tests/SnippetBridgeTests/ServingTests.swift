import Foundation
import SnippetBridge
import SnippetBridgeTesting
import Testing

@Suite(.timeLimit(.minutes(5))) struct ServingTests {
  @Test func pagesGetThePageScriptFirst() async throws {
    let text = "<!doctype html><html><head><script>1</script></head><body>ä</body></html>"
    try await TestServer.run(files: ["index.html": text, "plain.txt": "hello"]) { test async throws in
      let page = try await test.http.request("GET", "/")
      #expect(page.status == 200)
      #expect(page["Content-Type"] == "text/html; charset=utf-8")
      let tag = try #require(
        page.text.firstMatch(
          of: #/<script src="(/_bridge/bridge-[0-9a-f]+\.js)" integrity="sha256-[^"]+"[^>]*></script>/#))
      let next = try #require(
        page.text.firstMatch(
          of: #/<script src="/_bridge/navigation-[0-9a-f]+\.js" integrity="[^"]+" async=""></script>/#))
      #expect(page.text == "<!doctype html><html><head>\(tag.output.0)\(next.output)\(text.dropFirst(27))")

      let script = try await test.http.request("GET", String(tag.output.1))
      #expect(script.status == 200)
      #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
      #expect(script["Cache-Control"]?.contains("immutable") == true)
      let etag = try #require(script["ETag"])
      let again = try await test.http.request("GET", String(tag.output.1), headers: [("If-None-Match", etag)])
      #expect(again.status == 304)
      #expect(try await test.http.request("GET", "/plain.txt").text == "hello")
    }
  }

  @Test func pagesGetTheProgramsPolicyWithThePageScriptInIt() async throws {
    let files = [
      "index.html": "<!doctype html>", "plain.txt": "hello", "worker.js": "onmessage = null",
      "strict.xhtml": #"<html xmlns="http://www.w3.org/1999/xhtml"><body/></html>"#,
      "drawing.svg": #"<svg xmlns="http://www.w3.org/2000/svg"/>"#,
    ]
    let configure = { (configuration: inout BridgeConfiguration) in
      configuration.contentSecurityPolicy = "default-src 'none'"
      configuration.isolation = .none
    }
    try await TestServer.run(files: files, configure: configure) { test async throws in
      let page = try await test.http.request("GET", "/")
      let hashes = page.text.matches(of: #/integrity="(sha256-[^"]+)"/#).map { "'\($0.output.1)'" }
      let policies = page.headers.filter { $0.name.lowercased() == "content-security-policy" }.map(\.value)
      #expect(
        policies == [
          "default-src 'none'; script-src \(hashes.joined(separator: " ")); connect-src 'self'",
          "frame-ancestors 'self'",
        ])
      // Documents that run scripts have the configured Content-Security-Policy, even in a 304 response. Other files do
      // not have it.
      for (path, isDocument) in [
        ("/", true), ("/strict.xhtml", true), ("/drawing.svg", true), ("/plain.txt", false), ("/worker.js", false),
      ] {
        let first = try await test.http.request("GET", path)
        #expect((first["Content-Security-Policy"]?.hasPrefix("default-src") == true) == isDocument, "\(path)")
        let mode = [("Sec-Fetch-Mode", isDocument ? "navigate" : "same-origin")]
        let known = [("If-None-Match", try #require(first["ETag"]))]
        let again = try await test.http.request("GET", path, headers: mode + known)
        #expect(again.status == 304)
        #expect((again["Content-Security-Policy"] != nil) == isDocument, "\(path)")
      }
    }
    let broken = BridgeConfiguration(root: FileManager.default.temporaryDirectory.path)
    #expect(throws: BridgeServerError.self) {
      var broken = broken
      broken.contentSecurityPolicy = "default-src 'self'\r\nX-Evil: 1"
      _ = try BridgeServer(configuration: broken) { _ in }
    }
  }

  @Test(arguments: [
    CrossOriginIsolation.credentialless: "isolate-and-credentialless", .requireCORP: "isolate-and-require-corp",
    .none: nil as String?,
  ])
  func documentsAreIsolated(_ isolation: CrossOriginIsolation, policy: String?) async throws {
    let files = ["index.html": "<!doctype html>", "plain.txt": "hello"]
    let configure = { (configuration: inout BridgeConfiguration) in
      configuration.isolation = isolation
      configuration.names = ["app.test", "a.localhost", "127.evil.test"]
    }
    try await TestServer.run(files: files, configure: configure) { test async throws in
      let page = try await test.http.request("GET", "/")
      #expect(page["Document-Isolation-Policy"] == policy)
      let missing = try await test.http.request("GET", "/missing")
      #expect(missing.status == 404 && missing["Document-Isolation-Policy"] == policy)
      let navigation = [("Sec-Fetch-Mode", "navigate")]
      // A 304 response has the header too, because the browser may have cached the page with another policy.
      let etag = try #require(page["ETag"])
      let again = try await test.http.request("GET", "/", headers: navigation + [("If-None-Match", etag)])
      #expect(again.status == 304 && again["Document-Isolation-Policy"] == policy)
      #expect(try await test.http.request("GET", "/plain.txt")["Document-Isolation-Policy"] == nil)

      // Browsers do not isolate plain-http pages of other machines, and write a warning if they have the header. So the
      // server does not send it with such pages.
      for (host, isTrusted) in [
        ("localhost", true), ("a.localhost", true), ("[::1]", true), ("app.test", false), ("192.168.1.2", false),
        ("127.evil.test", false),
      ] {
        let page = try await test.http.request("GET", "/", headers: [("Host", host)])
        #expect(page["Document-Isolation-Policy"] == (isTrusted ? policy : nil), "\(host)")
      }

      let worker = page.text.firstMatch(of: #/data-lane="[^ ]+ [^ ]+ (/_bridge/lane-[0-9a-f]+\.js)"/#)
      guard isolation != .none else { return #expect(worker == nil) }
      let script = try await test.http.request("GET", String(try #require(worker).output.1))
      #expect(script["Content-Type"] == "text/javascript; charset=utf-8")
      #expect(script["Cache-Control"]?.contains("immutable") == true)
    }
  }

  @Test func theNoticesWordsAreInTheTag() async throws {
    try await TestServer.run(configure: { $0.connectionNotice = #"Un "momento"…</script>"# }) { test async throws in
      let page = try await test.http.request("GET", "/").text
      #expect(page.contains(##" data-notice="Un &#34;momento&#34;&#8230;&#60;&#47;script&#62;"></script>"##))
    }
    try await TestServer.run(configure: { $0.connectionNotice = "" }) { test async throws in
      #expect(try await test.http.request("GET", "/").text.contains(#" data-notice="">"#))
    }
  }

  @Test(arguments: [
    ("bridge.js", "text/javascript", "BridgeError"),
    ("bridge.mjs", "text/javascript", "export default bridge"),
    ("bridge.d.ts", "text/plain", "interface Native {"),
    ("bridge.d.mts", "text/plain", "export default bridge"),
  ])
  func theBridgesFilesTravelInTheLibrary(name: String, type: String, content: String) async throws {
    try await TestServer.run { test async throws in
      let path = "/_bridge/\(name)"
      let file = try await test.http.request("GET", path)
      #expect(file.status == 200)
      #expect(file["Content-Type"] == "\(type); charset=utf-8")
      #expect(file["Cache-Control"] == "no-cache")
      #expect(file.text.contains(content))
      let etag = try #require(file["ETag"])
      let again = try await test.http.request("GET", path, headers: [("If-None-Match", etag)])
      #expect(again.status == 304)
      #expect(again.text.isEmpty)
      #expect(again["ETag"] == etag)
      let changed = try await test.http.request("GET", path, headers: [("If-None-Match", "\"other\"")])
      #expect(changed.status == 200)
      let head = try await test.http.request("HEAD", path)
      #expect(head.status == 200)
      #expect(head["Content-Length"] == "\(file.text.utf8.count)")
      let posted = try await test.http.request("POST", path)
      #expect(posted.status == 405)
      #expect(posted["Allow"] == "GET, HEAD")
    }
  }

  @Test func whatIsNotThereIsNotFound() async throws {
    try await TestServer.run { test async throws in
      for path in ["/nope", "/../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd", "/.git/config"] {
        #expect(try await test.http.request("GET", path).status >= 400, "\(path)")
      }
    }
  }

  @Test func namesMayHoldAnything() async throws {
    let names = ["c++.html", "a b.html", "ä.html", "100%.html", "a&b.html"]
    try await TestServer.run(files: Dictionary(uniqueKeysWithValues: names.map { ($0, "<!doctype html>\($0)") })) {
      test async throws in
      for path in ["/c++.html", "/c%2B%2B.html", "/a%20b.html", "/%C3%A4.html", "/100%25.html", "/a&b.html"] {
        let reply = try await test.http.request("GET", path)
        #expect(reply.status == 200, "\(path)")
      }
    }
  }

  @Test func filesAreOnlyRead() async throws {
    try await TestServer.run { test async throws in
      for method in ["POST", "DELETE", "PUT"] {
        let reply = try await test.http.request(method, "/")
        #expect(reply.status == 405, "\(method)")
        #expect(reply["Allow"] == "GET, HEAD")
      }
    }
  }
}
