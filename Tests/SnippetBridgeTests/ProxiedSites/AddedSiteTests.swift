import Foundation
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

/// Proxied sites that are added and removed while the server runs.
@Suite(.timeLimit(.minutes(2))) struct AddedSiteTests {
  private func site(_ name: String, _ upstream: HandmadeUpstream, port: Int = 0) -> ProxiedSite {
    ProxiedSite(name: name, target: "http://127.0.0.1:\(upstream.port)", port: port)
  }

  private func browse(_ url: URL, _ path: String = "/", more: [(String, String)] = []) async throws -> HTTPReply {
    let headers = [("Sec-Fetch-Mode", "navigate"), ("Sec-Fetch-Dest", "document")]
    return try await HTTPExchange(host: url.host() ?? "", port: url.port ?? 0).request(
      "GET", path, headers: headers + more)
  }

  /// Adds a site, and returns the code of the error.
  private func failure(_ server: BridgeServer, _ site: ProxiedSite) async -> ProxiedSiteError? {
    do throws(ProxiedSiteError) {
      try await server.add(proxiedSite: site)
      return nil
    } catch { return error }
  }

  @Test("S18: a site that is added while the server runs has the bridge") func anAddedSite() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run { server async throws in
      let url = try await server.server.add(proxiedSite: site("news", upstream)) {
        $0.addInterface(Fixture(), by: nil)
      }
      let page = try await TestPage.open(url)
      #expect(try await page.call("addingOne", 1) == 2)
      #expect(server.server.webViews.first?.client?.proxiedSite == "news")
      #expect(server.server.proxiedSites.map(\.name) == ["news"])
      await page.close()
    }
  }

  @Test("S18: a site is removed while its page is shown, and nothing else is harmed") func aRemovedSite() async throws {
    let (shop, upstream) = (try HandmadeUpstream.site(), try HandmadeUpstream.site())
    try await SiteServer.run(shop) { server async throws in
      let url = try await server.server.add(proxiedSite: site("news", upstream))
      let page = try await TestPage.open(url)
      let webView = try #require(server.server.webViews.first)
      let other = try await TestPage.open(server.urls[1])
      try server.server.remove(proxiedSite: "news")
      for await event in webView.events { if case .closed = event { break } }
      await #expect(throws: (any Error).self) { try await browse(url) }
      #expect(try await other.call("addingOne", 1) == 2)
      #expect(try await server.browse("/").text.contains("remote"))
      let error = #expect(throws: ProxiedSiteError.self) { try server.server.remove(proxiedSite: "news") }
      #expect(error?.code == .unknown)
      #expect(
        #expect(throws: ProxiedSiteError.self) { try server.server.remove(proxiedSite: "shop") }?.code == .unknown)
      // The name and the target can be used again.
      let again = try await server.server.add(proxiedSite: site("news", upstream))
      #expect(try await browse(again).text.contains("remote"))
      await page.close()
      await other.close()
    }
  }

  @Test("S18: sites that cannot be added are refused by name, and others go on") func refusedSites() async throws {
    let (shop, upstream) = (try HandmadeUpstream.site(), try HandmadeUpstream.site())
    let allowed = ["http://127.0.0.1:\(shop.port)", "http://127.0.0.1:\(upstream.port)", "http://127.0.0.1:9"]
    try await SiteServer.run(
      shop, configure: { $0.navigationPolicy = (try? NavigationPolicy(parsing: allowed)) ?? .everything }
    ) { server async throws in
      let bridge = server.server
      #expect(await failure(bridge, site("News!", upstream))?.code == .invalid)
      #expect(await failure(bridge, ProxiedSite(name: "news", target: "news"))?.code == .invalid)
      #expect(await failure(bridge, site("shop", upstream))?.code == .duplicate)
      #expect(await failure(bridge, site("news", shop))?.code == .duplicate)
      let denied = await failure(bridge, ProxiedSite(name: "news", target: "http://127.0.0.1:10"))
      #expect(denied?.code == .denied && denied?.description.contains("\"news\"") == true)
      let away = await failure(bridge, ProxiedSite(name: "news", target: "http://127.0.0.1:9"))
      #expect(away?.code == .unreachable && away?.description.contains("http://127.0.0.1:9") == true)
      #expect(await failure(bridge, site("news", upstream, port: server.urls[0].port ?? 0))?.code == .noPort)
      #expect(await failure(bridge, site("news", upstream, port: 70_000))?.code == .noPort)
      bridge.navigationPolicy = .everything
      let own = ProxiedSite(name: "own", target: server.origin(0))
      #expect(await failure(bridge, own)?.code == .invalid)
      // The failed attempts have added no sites.
      #expect(bridge.proxiedSites.map(\.name) == ["shop"])
      let url = try await bridge.add(proxiedSite: site("news", upstream))
      #expect(try await browse(url).status == 200)
      #expect(await failure(bridge, site("news", upstream))?.code == .duplicate)
      #expect(try await server.browse("/").status == 200)
    }
  }

  @Test("S18: a server that does not run adds no site") func aServerThatDoesNotRun() async throws {
    let upstream = try HandmadeUpstream.site()
    let server = try BridgeServer(configuration: BridgeConfiguration(port: 0)) { _ in }
    #expect(await failure(server, site("news", upstream))?.code == .notRunning)
  }

  @Test("S18: the same site is added once, by many tasks") func manyAtOnce() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run { server async throws in
      let codes = await withTaskGroup(of: ProxiedSiteError.Code?.self) { group in
        for _ in 0..<20 { group.addTask { await failure(server.server, site("news", upstream))?.code } }
        return await group.reduce(into: []) { $0.append($1) }
      }
      #expect(codes.count { $0 == nil } == 1 && codes.count { $0 == .duplicate } == 19)
    }
  }

  @Test("S18: a policy that changes denies the pages of an added site") func aStricterPolicy() async throws {
    let upstream = try HandmadeUpstream.site()
    try await SiteServer.run { server async throws in
      let url = try await server.server.add(proxiedSite: site("news", upstream))
      #expect(try await browse(url).status == 200)
      server.server.navigationPolicy = NavigationPolicy(allow: ["apple.com"])
      let denied = try await browse(url)
      #expect(denied.status == 403 && denied.text.contains("not among the allowed addresses"))
    }
  }
}
