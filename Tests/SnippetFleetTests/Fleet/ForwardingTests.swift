import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeTesting
import SnippetBridgeWebClient
import TestSupport
import Testing

@testable import SnippetBridge
@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct ForwardingTests {
  @Exposed struct Place {
    let name: String
    func place() -> String { name }
  }

  /// Starts servers that join at their own addresses behind a load balancer, which sends each request to the next one.
  private func withBalancer(
    _ kind: LoadBalancer.Kind = .haproxy, _ test: (URL, [FleetServer], RedisServer) async throws -> Void
  ) async throws {
    let redis = try RedisServer()
    let balancer = ReservedPort.next()
    var servers: [FleetServer] = []
    var ports: [Int] = []
    for name in ["a", "b"] {
      let port = ReservedPort.next()
      ports.append(port)
      servers.append(
        try await FleetServer(redis, port: port) { webView in
          webView.addInterface(Place(name: name), by: nil)
          webView.join("all")
        })
    }
    for server in servers {
      try await eventually {
        let ids = servers.map(\.fleet.node.id).filter { $0 != server.fleet.node.id }
        let node = server.fleet.node
        return node.state.withLock { state in
          ids.allSatisfy { state.nodes.upstream(of: $0, at: node.scheduler.now) != nil }
        }
      }
    }
    let loadBalancer = try LoadBalancer(kind, port: balancer, servers: ports)
    try await eventually {
      (try? await TCPConnection.open(host: "127.0.0.1", port: balancer, limit: .seconds(1))) != nil
    }
    try await test(try #require(URL(string: "http://127.0.0.1:\(balancer)/")), servers, redis)
    loadBalancer.stop()
    for server in servers { await server.stop() }
  }

  @Test(arguments: LoadBalancer.Kind.allCases)
  func `sockets and blocking calls reach the server that holds the page`(_ kind: LoadBalancer.Kind) async throws {
    try await withBalancer(kind) { url, servers, _ in
      for _ in 0..<4 {
        let page = try await TestPage.open(url)
        let place = try await page.call("place", as: String.self)
        for _ in 0..<5 {
          #expect(try await page.call("place", as: String.self) == place)
          #expect(try await page.ask("place", as: String.self).value() == place)
        }
        let holders = servers.filter { $0.server.webViews.contains { $0.isConnected } }
        #expect(holders.count == 1)
        await page.close()
        for server in servers { for webView in server.server.webViews { webView.close() } }
        try await eventually { servers.allSatisfy { $0.server.webViews.isEmpty } }
      }
    }
  }

  @Test(arguments: LoadBalancer.Kind.allCases, [true, false])
  func `a page of a server that has ended loads again at the other one, and keeps its name`(
    _ kind: LoadBalancer.Kind, isKilled: Bool
  ) async throws {
    try await withBalancer(kind) { url, servers, _ in
      let page = try await TestPage.open(url, reconnects: true)
      let place = try await page.call("place", as: String.self)
      let (holder, other) = place == "a" ? (servers[0], servers[1]) : (servers[1], servers[0])
      let webView = try #require(holder.server.webViews.first)
      webView.name = "till 3"
      webView.join("checkout")
      _ = try await other.fleet.firstWebView(named: "till 3")
      // The group is written later than the name.
      for await change in other.fleet.webViews.changes {
        if case .changed(let new) = change, new.groups.contains("checkout") { break }
        if case .joined(let new) = change, new.groups.contains("checkout") { break }
      }
      if isKilled { await holder.die() } else { await holder.stop() }
      // The other server does not know the document, so a page in a browser loads again.
      try await eventually {
        do {
          _ = try await page.call("place", as: String.self)
          return false
        } catch TestPageError.gone {
          return true
        } catch { return false }
      }
      try await page.navigate()
      #expect(try await page.call("place", as: String.self) == (place == "a" ? "b" : "a"))
      let new = try #require(other.server.webViews.first)
      #expect(other.server.webViews.count == 1)
      try await eventually { try await other.fleet.webView(named: "till 3")?.id == new.id }
      try await eventually { Set(new.groups) == ["all", "checkout"] }
      await page.close()
    }
  }

  @Test func `the server that holds the page learns the browser's address, and from nobody else`() async throws {
    let redis = try RedisServer()
    let router = Router()
    router.get("peer") { _, context in context.peer }
    let one = try await FleetServer(redis, trustedProxies: ["127.0.0.1"])
    let holder = try await FleetServer(redis, port: ReservedPort.next(), router: router)
    let (node, id) = (one.fleet.node, holder.fleet.node.id)
    try await eventually { node.state.withLock { $0.nodes.upstream(of: id, at: node.scheduler.now) != nil } }
    func peer(at server: FleetServer, _ headers: [String: String]) async throws -> String {
      let url = try await server.server.url().appending(path: "peer")
      let address = try WebAddress(url, .http, trust: .system)
      return try await address.get(headers: headers, limits: ClientLimits(), bodyLimit: 1_000).text
    }
    let mark = try #require(holder.fleet.node.mark(for: WebView.randomID()))
    let cookie = "\(node.cookieName)=\(mark)"
    #expect(try await peer(at: one, ["Cookie": cookie, "X-Forwarded-For": "203.0.113.9"]) == "203.0.113.9")
    // A browser cannot claim an address, neither directly nor through another server.
    let forged = "203.0.113.9 00112233445566778899aabbccddeeff"
    #expect(try await peer(at: holder, ["X-Forwarded-For": "203.0.113.9", "Bridge-Fleet": forged]) == "127.0.0.1")
    #expect(try await peer(at: one, ["Cookie": cookie, "Bridge-Fleet": forged]) == "127.0.0.1")
    await one.stop()
    await holder.stop()
  }

  @Test func `a wrong address is noticed`() async throws {
    // A server whose address leads to the first server.
    let redis = try RedisServer()
    let port = ReservedPort.next()
    let one = try await FleetServer(redis, port: port)
    let liar = try await FleetServer(redis, port: ReservedPort.next(), address: "http://127.0.0.1:\(port)")
    let node = one.fleet.node
    try await eventually {
      node.state.withLock { $0.nodes.upstream(of: liar.fleet.node.id, at: node.scheduler.now) != nil }
    }
    let value = try #require(liar.fleet.node.mark(for: WebView.randomID()))
    let address = try WebAddress(try await one.server.url(), .http, trust: .system)
    let cookie = "\(node.cookieName)=\(value)"
    let reply = try await address.get(headers: ["Cookie": cookie], limits: ClientLimits(), bodyLimit: 10_000)
    #expect(reply.status == 508, "\(reply.text)")
    await one.stop()
    await liar.stop()
  }

  @Test(arguments: [["Sec-Fetch-Mode": "navigate"], ["Sec-Fetch-Dest": "script"]])
  func `a GET request to a server that cannot be reached is handled by this server`(
    _ headers: [String: String]
  ) async throws {
    let redis = try RedisServer()
    let router = Router()
    router.get("a") { _, _ in "here" }
    let one = try await FleetServer(redis, router: router)
    let dead = try await FleetServer(redis, address: "http://127.0.0.1:\(ReservedPort.next())")
    let (node, id) = (one.fleet.node, dead.fleet.node.id)
    try await eventually { node.state.withLock { $0.nodes.upstream(of: id, at: node.scheduler.now) != nil } }
    let mark = try #require(dead.fleet.node.mark(for: WebView.randomID()))
    let cookie = ["Cookie": "\(node.cookieName)=\(mark)"]
    let url = try await one.server.url().appending(path: "a")
    let reply = try await WebAddress(url, .http, trust: .system).get(
      headers: headers.merging(cookie) { $1 }, limits: ClientLimits(), bodyLimit: 10_000)
    #expect(reply.status == 200 && reply.text == "here", "\(reply.status)")
    await one.stop()
    await dead.stop()
  }

  @Test func `servers learn at once that a server arrives or leaves`() async throws {
    let redis = try RedisServer()
    var timing = FleetTiming.short
    (timing.beat, timing.lease) = (.seconds(600), .seconds(3600))
    let one = try await FleetServer(redis, timing: timing, port: ReservedPort.next())
    let other = try await FleetServer(redis, timing: timing, port: ReservedPort.next())
    let (node, id) = (one.fleet.node, other.fleet.node.id)
    try await eventually { node.state.withLock { $0.nodes.upstream(of: id, at: node.scheduler.now) != nil } }
    await other.stop()
    try await eventually { node.state.withLock { $0.nodes.upstream(of: id, at: node.scheduler.now) == nil } }
    await one.stop()
  }

  @Test func `whoever can write to Redis cannot redirect browsers if the fleet has secrets`() async throws {
    let redis = try RedisServer()
    let (old, new) = (WebView.randomID(), WebView.randomID())
    let log = LogRecorder()
    let port = ReservedPort.next()
    let one = try await FleetServer(redis, secrets: [old], logger: log.logger, port: port)
    let other = try await FleetServer(redis, secrets: [new, old], port: ReservedPort.next())
    let (node, session) = (one.fleet.node, "00112233445566aa.99")
    // A forged entry, and one that copies the signature of another server.
    let claim = FleetKeys.Claim.address("http://127.0.0.1:1", session: "x.1")
    let stolen = other.fleet.node.state.withLock { $0.keys }?.signature(of: claim) ?? ""
    for signature in ["", stolen] {
      let json = #"{"address":"http://127.0.0.1:1","signature":"\#(signature)"}"#
      _ = try await redis.run("HSET", "sb:{test}:nodes", "00112233445566aa", "\(session) \(json)")
      _ = try await redis.run("INCR", "sb:{test}:arrivals")
      var line = await log.next()
      while line?.contains("00112233445566aa") == false { line = await log.next() }
      #expect(line?.hasPrefix("a server of the fleet was ignored") == true)
      #expect(node.state.withLock { $0.nodes.upstream(of: "00112233445566aa", at: node.scheduler.now) } == nil)
    }
    // The secrets themselves are not stored.
    for key in try await redis.run("KEYS", "*").elements ?? [] {
      let value = try await redis.run("DUMP", key.text ?? "").bytes ?? []
      #expect(!String(decoding: value, as: UTF8.self).contains(old))
    }
    // A server with the next secret signs with it; a server that knows only the old one ignores that server.
    let theirs = other.fleet.node
    try await eventually {
      theirs.state.withLock { $0.nodes.upstream(of: node.id, at: theirs.scheduler.now) != nil }
    }
    #expect(node.state.withLock { $0.nodes.upstream(of: theirs.id, at: node.scheduler.now) } == nil)
    await one.stop()
    await other.stop()
  }

  @Test func `when Redis comes back empty, servers do not forget each other`() async throws {
    let redis = try RedisServer()
    var timing = FleetTiming.short
    timing.lease = .seconds(4)
    let one = try await FleetServer(redis, timing: timing, port: ReservedPort.next())
    let other = try await FleetServer(redis, timing: timing, port: ReservedPort.next())
    let (node, id) = (one.fleet.node, other.fleet.node.id)
    func knows(_ id: String) -> Bool {
      node.state.withLock { $0.nodes.upstream(of: id, at: node.scheduler.now) != nil }
    }
    try await eventually { knows(id) }
    let mark = try #require(other.fleet.node.mark(for: WebView.randomID()))
    redis.process.stop()
    await other.die()
    let again = try RedisServer(port: redis.port)
    // A new process may connect first, and store another secret.
    let newcomer = try await FleetServer(again, timing: timing, port: ReservedPort.next())
    try await eventually { knows(newcomer.fleet.node.id) }
    #expect(node.upstream(for: [mark])?.node == id)
    try await eventually { node.upstream(for: [mark]) == nil }
    await one.stop()
    await newcomer.stop()
  }

  @Test func `bad secrets and authorities are named`() async throws {
    let short = #expect(throws: FleetError.self) { try Fleet("redis://127.0.0.1", name: "test", secrets: ["short"]) }
    #expect(short?.description.contains("fewer than 16 bytes") == true && short?.description.contains("short") == false)
    let fleet = try Fleet("redis://127.0.0.1", name: "test")
    let server = try BridgeServer { _ in }
    server.join(fleet, at: "https://10.0.0.7:8080", authorities: "/nowhere.pem")
    let error = await #expect(throws: FleetError.self) { try await fleet.run() }
    #expect(error?.code == .configuration && error?.description.contains("/nowhere.pem") == true)
  }
}
