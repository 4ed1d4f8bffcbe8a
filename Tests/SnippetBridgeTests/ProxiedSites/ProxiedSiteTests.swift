import Foundation
import Logging
import SnippetBridge
import TestSupport
import Testing

@testable import SnippetBridgeTesting

/// Pages of another server, over sockets.
@Suite(.timeLimit(.minutes(5))) struct ProxiedSiteTests {
  @Test func aProxiedPageCallsSwift() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      #expect(server.urls.count == 2)
      let page = try await server.browse("/a%2Fb;c//../d?x=%26")
      #expect(page.text.hasPrefix("<!doctype html><script src=\"/_bridge/bridge-"))
      #expect(page.text.hasSuffix("</script><title>remote</title>"))
      #expect(upstream.requests.first?.hasPrefix("GET /a%2Fb;c//../d?x=%26 HTTP/1.1\r\n") == true)
      let path = try #require(page.text.firstMatch(of: /src="([^"]+)"/)).1
      #expect(try await server.http().request("GET", String(path)).status == 200)
      let tab = try await TestPage.open(server.urls[1])
      #expect(try await tab.call("addingOne", 1) == 2)
      #expect(server.server.webViews.first?.client?.proxiedSite == "shop")
      await tab.close()
      // Requests for the bridge's own paths are not forwarded.
      #expect(upstream.requests.count == 1)
    }
  }

  @Test func anAddressOfAMadePageIsNotFound() async throws {
    try await SiteServer.run(try HandmadeUpstream.site()) { server async throws in
      #expect(try await server.browse("/_bridge/pages/a").status == 404)
    }
  }

  @Test func itsPagesGetNothingUnlessTheProgramSaysSo() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream, prepareSite: nil) { server async throws in
      let own = try await TestPage.open(server.urls[0])
      #expect(try await own.call("addingOne", 1) == 2)
      let proxied = try await TestPage.open(server.urls[1])
      let failure = await #expect(throws: CallFailure.self) { try await proxied.call("addingOne", 1, as: Int.self) }
      #expect(failure?.kind == "noSuchMethod")
      await own.close()
      await proxied.close()
    }
  }

  @Test func eachHasAPreparationOfItsOwn() async throws {
    let log = LogRecorder(from: .notice)
    try await SiteServer.run(
      try HandmadeUpstream.site(), try HandmadeUpstream.site(), configure: { $0.logger = log.logger },
      prepareSite: nil
    ) { server async throws in
      server.server.prepare(proxiedSite: "blog") { webView in
        #expect(webView.client?.proxiedSite == "blog")
        webView.addInterface(Fixture(), by: "blog")
      }
      server.server.prepare(proxiedSite: "blgo") { $0.addInterface(Fixture(), by: nil) }
      // The log is written by another thread, so the test waits for the line.
      while log.lines.allSatisfy({ !$0.hasSuffix("name=blgo") }) { _ = await log.next() }
      for (index, isPrepared) in [(1, false), (2, true)] {
        let page = try await TestPage.open(server.urls[index])
        let answer = try? await page.call("blog.addingOne", 1, as: Int.self)
        #expect(answer == (isPrepared ? 2 : nil))
        await page.close()
      }
    }
  }

  @Test func itsPagesDoNotAskTheServersServices() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(
      upstream, configure: { $0.locationServiceBridge = RecordedPlaces() }
    ) { server async throws in
      for (index, permission) in [(0, "granted"), (1, "")] {
        let page = try await TestPage.open(server.urls[index])
        #expect(try await page.call("_bridge.location.permission") == permission)
        await page.close()
      }
    }
  }

  @Test func whatAScriptFetchesStaysAsItIs() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let fetched = try await server.http().request(
        "GET", "/", headers: [("Sec-Fetch-Mode", "cors"), ("Sec-Fetch-Dest", "empty"), ("Accept", "text/html")])
      #expect(fetched.text == "<!doctype html><title>remote</title>")
      #expect(fetched["Content-Length"] == "36" && fetched["Vary"] == "Sec-Fetch-Dest, Upgrade-Insecure-Requests")
    }
  }

  @Test func aForeignHostNeverReachesTheTarget() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      #expect(try await server.http().request("GET", "/", headers: [("Host", "evil.example")]).status == 421)
      #expect(try await server.http().request("GET", "http://evil.example/").status == 421)
      #expect(upstream.requests.isEmpty)
      // Requests go to the target, whatever host their URL names.
      let absolute = try await server.http().request("GET", "http://shop.localhost:1/x")
      #expect(absolute.status == 200)
      #expect(upstream.requests.first?.hasPrefix("GET /x HTTP/1.1\r\nHost: 127.0.0.1:\(upstream.port)\r\n") == true)
    }
  }

  @Test func theProgramsRoutesAndPagesAreElsewhere() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      #expect(try await server.browse("/", 0).text.contains("<title>own"))
      // A proxied page may neither show the program's pages in iframes nor post to them. The program's pages may show
      // a proxied page.
      let own = try await server.browse("/", 0)
      #expect(own["Content-Security-Policy"] == "frame-ancestors 'self'")
      let form = [("Origin", server.origin()), ("Sec-Fetch-Site", "same-site")]
      #expect(try await server.browse("/", 0, method: "POST", more: form).status == 403)
      let proxied = try await server.browse("/")
      #expect(proxied["Content-Security-Policy"] == "frame-ancestors \(server.ancestors)")
    }
  }

  /// Simulates a target that forwards the request to this server.
  @Test func aRequestThatComesBackGoesNoFurther() async throws {
    let (shop, blog) = (try HandmadeUpstream.site(), try HandmadeUpstream.site())
    try await SiteServer.run(shop, blog) { server async throws in
      _ = try await server.browse("/", more: [("Bridge-Hops", "another")])
      let hops = try #require(shop.requests.first?.headerValue("Bridge-Hops"))
      #expect(hops.hasPrefix("another, ") && hops.count > 30)
      for index in [1, 2] {
        let page = try await server.browse("/", index, more: [("Bridge-Hops", hops)])
        #expect(page.status == 508 && page.text.contains("leads back to this server"))
        #expect(try await server.http(index).request("GET", "/a.js", headers: [("Bridge-Hops", hops)]).status == 508)
      }
      #expect(shop.requests.count == 1 && blog.requests.isEmpty)
    }
  }

  // MARK: Secrets

  @Test func theTokenNeverReachesTheTarget() async throws {
    let upstream = try HandmadeUpstream.site()
    let token = "open-sesame_0123456789"
    try await SiteServer.run(upstream, configure: { $0.token = AccessToken(token) }) { server async throws in
      #expect(try await server.http().request("GET", "/x.js").status == 401)
      // A page of the site could read a token that is entered at its address. So the server's own page asks for it.
      for target in ["/?a=b", "/?token=\(token)&a=b"] {
        let reply = try await server.browse(target)
        let own = "http://127.0.0.1:\(server.urls[0].port ?? 0)/_bridge/entrance?page=%2F%3Fa%3Db&site=shop"
        #expect(reply.status == 303 && reply["Location"] == own && reply["Set-Cookie"] == nil)
      }
      let port = server.urls[1].port ?? 0
      let moved = try await server.browse("/?token=\(token)&a=b", more: [("Host", "localhost:\(port)")])
      #expect(moved.status == 307 && moved["Location"] == "http://shop.localhost:\(port)/?a=b")
      #expect(upstream.requests.isEmpty)
      let bearer = [("Authorization", "Bearer \(token)")]
      #expect(try await server.http().request("GET", "/bearer", headers: bearer).status == 200)
      let asked = "/_bridge/entrance?page=%2F%3Fa%3Db&site=shop"
      #expect(try await server.browse(asked, 0).status == 401)
      let admitted = try await server.browse("\(asked)&token=\(token)", 0)
      #expect(admitted.status == 303 && admitted["Location"] == asked)
      let pass = ("Cookie", String(try #require(admitted["Set-Cookie"]).prefix { $0 != ";" }))
      let sent = try #require(try await server.browse(asked, 0, more: [pass])["Location"])
      #expect(sent.hasPrefix("\(server.origin())/_bridge/entrance?page=%2F%3Fa%3Db&ticket="))
      let entrance = String(sent.dropFirst(server.origin().count))
      let welcome = try await server.browse(entrance)
      #expect(welcome.status == 303 && welcome["Location"] == "/?a=b")
      // The ticket is valid once. The cookie of the server's own pages is not valid for the site.
      #expect(try await server.browse(entrance)["Set-Cookie"] == nil)
      #expect(try await server.browse("/", more: [pass]).status == 303)
      let cookie = ("Cookie", String(try #require(welcome["Set-Cookie"]).prefix { $0 != ";" }) + "; a=b")
      #expect(try await server.browse("/page", more: [cookie]).status == 200)
      let fetched = try await server.http().request(
        "GET", "/fetched?token=\(token)&c=d",
        headers: [cookie, ("Sec-Fetch-Mode", "cors"), ("Referer", "\(server.origin())/?token=\(token)")])
      #expect(fetched.status == 200)
      let form = [
        cookie, ("Origin", server.origin()), ("Sec-Fetch-Site", "same-origin"),
        ("Content-Type", "application/x-www-form-urlencoded"),
      ]
      let posted = try await server.http().request(
        "POST", "/form", headers: form + [("Sec-Fetch-Mode", "navigate")], body: Array("token=own&x=y".utf8))
      #expect(posted.text == "posted token=own&x=y")
      let requests = upstream.requests
      #expect(requests.map { $0.split(separator: " ")[1] } == ["/bearer", "/page", "/fetched?c=d", "/form"])
      #expect(requests.allSatisfy { !$0.contains(token) && !$0.contains("bridge-") })
      #expect(requests.compactMap { $0.headerValue("Cookie") } == ["a=b", "a=b", "a=b"])
    }
  }

  /// Browsers keep cookies for a host name, and storage and service workers for an origin.
  @Test func eachSiteHasAHostNameOfItsOwn() async throws {
    let (shop, blog) = (try HandmadeUpstream.site(), try HandmadeUpstream.site())
    try await SiteServer.run(shop, blog) { server async throws in
      let ports = server.urls.map { $0.port ?? 0 }
      #expect(server.origin(1) == "http://shop.localhost:\(ports[1])")
      #expect(server.origin(2) == "http://blog.localhost:\(ports[2])")
      for (index, host) in [
        (1, "blog.localhost:\(ports[1])"), (1, "localhost:\(ports[1])"), (1, "127.0.0.1:\(ports[1])"),
        (1, "a.shop.localhost:\(ports[1])"), (2, "shop.localhost:\(ports[2])"),
      ] {
        #expect(try await server.http(index).request("GET", "/", headers: [("Host", host)]).status == 421)
        #expect(
          try await server.http(index).request("POST", "/_bridge/hello", headers: [("Host", host)]).status == 421)
      }
      #expect(shop.requests.isEmpty && blog.requests.isEmpty)
      // The server's own pages are not available under the name of a site.
      for host in ["shop.localhost", "a.shop.localhost"] {
        let own = try await server.browse("/", 0, more: [("Host", "\(host):\(ports[0])")])
        #expect(own.status == 403 && !own.text.contains("<title>own"))
      }
      #expect(try await server.browse("/", 0, more: [("Host", "other.localhost:\(ports[0])")]).status == 200)
    }
  }

  @Test func anAddressWithANameOfTheServerLeadsToTheSite() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let port = server.urls[1].port ?? 0
      for host in ["localhost", "127.0.0.1", "blog.localhost"] {
        let reply = try await server.browse("/a?b=c", more: [("Host", "\(host):\(port)")])
        #expect(reply.status == 307 && reply["Location"] == "http://shop.localhost:\(port)/a?b=c")
      }
      // A browser on another machine needs a domain.
      let reply = try await server.browse("/", more: [("Host", "192.168.1.2:\(port)")])
      #expect(reply.status == 421 && reply.text.contains("--site-domain"))
      #expect(upstream.requests.isEmpty)
    }
  }

  @Test func anAddressInTheProgramLeadsToTheSite() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let port = server.urls[1].port ?? 0
      for (address, isOfSite) in [
        ("http://127.0.0.1:\(upstream.port)/a", true), ("http://localhost:\(port)/", true),
        ("http://other.localhost:\(port)/", true), ("http://shop.localhost:\(port)/", false),
        ("http://localhost:\(server.urls[0].port ?? 0)/", false), ("http://kiosk.example:\(port)/", false),
      ] {
        let url = try #require(URL(string: address))
        #expect(server.server.proxiedSite(at: url)?.name == (isOfSite ? "shop" : nil))
        #expect((server.server.target(at: url) != nil) == address.contains("shop.localhost"))
      }
    }
  }

  @Test func browsersOnOtherMachinesUseTheSiteDomain() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream, configure: { $0.siteDomain = "Sites.example" }) { server async throws in
      let port = server.urls[1].port ?? 0
      #expect(try await server.browse("/", more: [("Host", "shop.sites.example:\(port)")]).status == 200)
      #expect(try await server.browse("/", more: [("Host", "blog.sites.example:\(port)")]).status == 421)
      #expect(
        try await server.browse("/", 0, more: [("Host", "shop.sites.example:\(server.urls[0].port ?? 0)")]).status
          == 403)
      let reply = try await server.browse("/", more: [("Host", "192.168.1.2:\(port)")])
      #expect(reply.status == 307 && reply["Location"] == "http://shop.sites.example:\(port)/")
    }
    for domain in [
      "", "localhost", "10.0.0.1", "http://sites.example", "a..b", "kiosk.example", "example", "a.kiosk.example",
    ] {
      var configuration = BridgeConfiguration(port: 0)
      configuration.names = ["kiosk.example"]
      configuration.siteDomain = domain
      #expect(throws: BridgeServerError.self) { try BridgeServer(configuration: configuration) { _ in } }
    }
  }

  @Test func aTargetsCookiesKeepTheirNames() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      let login = try await server.http().request("GET", "/login")
      #expect(login.headers.filter { $0.name == "Set-Cookie" }.map(\.value) == ["sid=1; HttpOnly", "csrf=2"])
      let sent = [("Cookie", "sid=1; csrf=2; bridge-admission-1=3")]
      _ = try await server.http().request("GET", "/", headers: sent)
      #expect(upstream.requests.last?.headerValue("Cookie") == "sid=1; csrf=2")
    }
  }

  /// A shell trusts its own origin, so a page of a site must not claim to belong to it.
  @Test func aPageOfASiteCannotClaimAnotherOrigin() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(upstream) { server async throws in
      for (url, status) in [(server.urls[0], 403), (server.urls[1], 200)] {
        let id = String(repeating: status == 200 ? "a" : "b", count: 32)
        let hello = """
          {"protocol":1,"document":"\(id)","key":"\(id)","first":1,"received":0,"url":"\(url)"}
          """
        let headers = [("Origin", server.origin()), ("Bridge-Document", id)]
        let reply = try await server.http().request("POST", "/_bridge/hello", headers: headers, body: Array(hello.utf8))
        #expect(reply.status == status)
      }
    }
  }

  /// A site learns nothing about the program.
  @Test func aSiteHasNoDeclarationsAndNoInspector() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run(
      upstream,
      configure: {
        $0.servesDeclarations = true
        $0.inspectorPort = 0
      }
    ) { server async throws in
      for path in ["/_bridge/native.d.ts", "/_bridge/inspector"] {
        #expect(try await server.http(1).request("GET", path).status == 404)
        #expect(try await server.http(0).request("GET", path).status != 404)
      }
    }
  }

  @Test func aBrowserKeepsAConnectionForBlockingCalls() async throws {
    let upstream = try HandmadeUpstream { link, upstream in
      _ = try upstream.readRequest(link)
      try link.send("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n")
      _ = link.waitForEnd()
    }
    try await SiteServer.run(upstream) { server async throws in
      let agent = ("User-Agent", "browser")
      let head =
        "GET /events HTTP/1.1\r\nHost: shop.localhost:\(server.urls[1].port ?? 0)\r\n\(agent.0): \(agent.1)\r\n\r\n"
      var streams: [TCPConnection] = []
      for _ in 0..<5 {
        let stream = try await server.http().connect()
        try await stream.send(Array(head.utf8))
        #expect(String(decoding: try await stream.incoming.next() ?? [], as: UTF8.self).hasPrefix("HTTP/1.1 200 OK"))
        streams.append(stream)
      }
      let sixth = try await server.http().request("GET", "/events", headers: [agent])
      #expect(sixth.status == 503 && sixth.text.hasPrefix("This browser already has 5 open event streams here."))
      // When a stream is closed, another one can be opened.
      streams.removeLast().cut()
      while true {
        let again = try await server.http().connect()
        try await again.send(Array(head.utf8))
        let answer = String(decoding: try await again.incoming.next() ?? [], as: UTF8.self)
        again.cut()
        if answer.hasPrefix("HTTP/1.1 200 OK") { break }
      }
      for stream in streams { stream.cut() }
    }
  }
}
