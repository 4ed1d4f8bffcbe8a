import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Navigations of proxied pages, and the decisions about them.
@Suite(.timeLimit(.minutes(5))) struct SiteNavigationTests {
  @Test func itsNavigationsAreAskedAbout() async throws {
    let upstream = try HandmadeUpstream.site()
    let interceptor = RecordingInterceptor { $0.hasPrefix("/native") }
    try await SiteServer.run(
      upstream, configure: { $0.interceptor = interceptor }
    ) { server async throws in
      let page = try await TestPage.open(server.urls[1])
      #expect(try await !page.follow("/native"))
      #expect(try await page.follow("/next?a"))
      #expect(interceptor.takeQuestions() == ["url /native", "url /next?a"])
      // The target's redirect is passed to the browser, and the interceptor is asked when the redirected request
      // arrives.
      #expect(try await !page.follow("/redirect"))
      #expect(interceptor.takeQuestions() == ["url /redirect", "url /native"])
      #expect(upstream.requests.map { $0.split(separator: " ")[1] } == ["/next?a", "/redirect"])
      await page.close()
    }
  }

  /// A redirect to another server is the last response of the navigation that this server sees.
  @Test func aRedirectToAnotherServerIsDecidedAboutBeforeItIsSent() async throws {
    let places = ["/asked": "http://a.example/native", "/denied": "//denied.example/x", "/other": "http://a.example/x"]
    let upstream = try HandmadeUpstream { head, _ in
      let place = places[String(head.split(separator: " ")[1])] ?? ""
      return "HTTP/1.1 302 Found\r\nLocation: \(place)\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n"
    }
    let interceptor = RecordingInterceptor { $0 == "/native" }
    try await SiteServer.run(
      upstream,
      configure: {
        $0.interceptor = interceptor
        $0.navigationPolicy = NavigationPolicy(deny: ["denied.example"])
      }
    ) { server async throws in
      #expect(try await server.browse("/asked").status == 204)
      #expect(interceptor.takeQuestions() == ["url /asked", "url /native"])
      #expect(try await server.browse("/denied").status == 403)
      let other = try await server.browse("/other")
      #expect(other.status == 302 && other["Location"] == "http://a.example/x" && other["Set-Cookie"] == "a=b")
      // If the interceptor handles a redirect, the page stays as it is, and the web view stops loading.
      let page = try await TestPage.open(server.urls[1])
      let webView = try #require(server.server.webViews.first)
      let headers = [("Cookie", try #require(await page.sessionCookie)), ("Referer", server.origin() + "/")]
      #expect(try await server.browse("/asked", more: headers).status == 204)
      #expect(!webView.isLoading && webView.estimatedProgress == 1)
      await page.close()
      // A fetch is not a navigation, so its redirect is passed on.
      let fetched = try await server.http().request("GET", "/denied", headers: [("Sec-Fetch-Mode", "cors")])
      #expect(fetched.status == 302)
    }
  }

  /// Browsers enforce the part of the policy that the directives of a Content-Security-Policy can express.
  @Test func thePolicyForNavigationsHoldsForItsPages() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(
      upstream, configure: { $0.navigationPolicy = NavigationPolicy(allow: ["a.example"]) }
    ) { server async throws in
      let policy = try #require(try await server.browse("/")["Content-Security-Policy"])
      #expect(policy.hasPrefix("frame-ancestors \(server.ancestors); frame-src 'self' https://a.example"))
      #expect(policy.contains("; form-action 'self' https://a.example"))
    }
  }

  @Test func aFormIsAskedAboutBeforeItsBodyPasses() async throws {
    let upstream = try HandmadeUpstream.site()
    let interceptor = RecordingInterceptor { $0.hasPrefix("/native") }
    try await SiteServer.run(
      upstream, configure: { $0.interceptor = interceptor }
    ) { server async throws in
      let headers = [
        ("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Site", "same-origin"),
        ("Origin", server.origin()),
      ]
      let body = [UInt8](repeating: 97, count: 200_000)
      let posted = try await server.http().request("POST", "/form", headers: headers, body: body)
      #expect(posted.text == "posted " + String(decoding: body, as: UTF8.self))
      #expect(try await server.http().request("POST", "/native", headers: headers, body: body).status == 204)
      #expect(interceptor.takeQuestions() == ["url /form", "url /native"])
      #expect(upstream.requests.map { $0.headerValue("Origin") } == ["http://127.0.0.1:\(upstream.port)"])
    }
  }

  /// In an iframe, the site is a third party. The browser gets its session before the first page.
  @Test func anIframeEntersTheSiteFirst() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let iframe = [
        ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Mode", "navigate"),
      ]
      func get(_ target: String, cookie: String? = nil) async throws -> HTTPReply {
        try await server.http().request("GET", target, headers: iframe + (cookie.map { [("Cookie", $0)] } ?? []))
      }
      let first = try await get("/a?b=%26")
      let entrance = try #require(first["Location"])
      #expect(first.status == 303 && entrance == "/_bridge/entrance?page=%2Fa%3Fb%3D%2526")
      let second = try await get(entrance)
      let cookie = try #require(second["Set-Cookie"])
      #expect(cookie.hasPrefix("__Host-bridge-frame-\(server.urls[1].port ?? 0)="))
      #expect(cookie.hasSuffix("; HttpOnly; SameSite=None; Partitioned; Path=/; Secure"))
      let again = try #require(second["Location"])
      let pair = String(cookie.prefix { $0 != ";" })
      #expect(try await get(again, cookie: pair)["Location"] == "/a?b=%26")
      #expect(upstream.requests.isEmpty)
      #expect(try await get("/a?b=%26", cookie: pair).status == 200)
      // A browser that stores no cookies for third parties shows the reason.
      let page = try await get(again)
      #expect(page.status == 403 && page["Content-Security-Policy"]?.contains("frame-ancestors *") == true)
      #expect(page.text.contains("stores no cookies for shop.localhost:\(server.urls[1].port ?? 0) in an iframe"))
      // A link on another site does not open an iframe.
      let link = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "document"), ("Sec-Fetch-Mode", "navigate")]
      #expect(try await server.http().request("GET", "/", headers: link).status == 200)
    }
  }

  @Test func anEntranceLeadsOnlyToThisSite() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let cookie = "bridge-frame-\(server.urls[1].port ?? 0)=\(String(repeating: "a", count: 32))"
      for (page, location) in [
        ("%2F%2Fevil.example", "/evil.example"), ("%2F%5Cevil.example", "/evil.example"), ("%2Fa", "/a"),
        ("%2Fa%0D%0AX%3A%20b", nil), ("http%3A%2F%2Fevil.example", nil), ("", nil), ("/%", nil), ("/a%zz", nil),
        ("%2F[x]", "/[x]"), ("/a|b^{", "/a|b^{"),
      ] as [(String, String?)] {
        let reply = try await server.http().request(
          "GET", "/_bridge/entrance?page=\(page)&ticket=x", headers: [("Cookie", cookie)])
        #expect(reply["Location"] == location && reply.status == (location == nil ? 404 : 303))
      }
      for query in ["%", "page=/&ticket=%25", "page=/&ticket=x", "=", "&&", "page"] {
        let reply = try await server.http().request("GET", "/_bridge/entrance?\(query)", headers: [("Cookie", cookie)])
        #expect([303, 404].contains(reply.status))
      }
      #expect(try await server.http(0).request("GET", "/_bridge/entrance?page=%2F").status == 404)
    }
  }

  /// The server forwards requests from iframes and forms of other origins without asking the interceptor. The target
  /// decides about them.
  @Test func framesAndFormsOfOtherOriginsPassUnasked() async throws {
    let upstream = try HandmadeUpstream.site()
    let interceptor = RecordingInterceptor { _ in true }
    try await SiteServer.run(
      upstream, configure: { $0.interceptor = interceptor }
    ) { server async throws in
      let iframe = [("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Dest", "iframe"), ("Sec-Fetch-Mode", "navigate")]
      let cookie = ("Cookie", "bridge-frame-\(server.urls[1].port ?? 0)=\(String(repeating: "a", count: 32))")
      #expect(try await server.http().request("GET", "/", headers: iframe + [cookie]).status == 200)
      let form = [("Origin", "http://evil.example"), ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate")]
      #expect(try await server.http().request("POST", "/", headers: form).text == "posted ")
      #expect(upstream.requests.map { $0.headerValue("Origin") } == [nil, "http://evil.example"])
      #expect(interceptor.takeQuestions() == [])
    }
  }
}
