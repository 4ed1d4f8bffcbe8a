import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct PresenceTests {
  @Test func `changes begin with the present web views and have no gaps`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let observer = try await FleetServer(redis)
    let changes = observer.fleet.webViews.changes.makeAsyncIterator()
    let page = try await one.open()
    let id = try #require(one.server.webViews.first?.id)
    var description: FleetWebViews.Description?
    while description?.isConnected != true || description?.name != "till 3" {
      switch await changes.next() {
      case .joined(let new): #expect(description == nil && new.id == id); description = new
      case .changed(let new): #expect(new.id == id); description = new
      default: Issue.record("unexpected"); return
      }
    }
    #expect(description?.server == "http://127.0.0.1:1" && description?.groups == [])
    #expect(abs(description?.started.timeIntervalSinceNow ?? 99) < 60)
    let late = observer.fleet.webViews.changes.makeAsyncIterator()
    guard case .joined(let present) = await late.next() else { Issue.record("not joined"); return }
    #expect(present.id == id)
    one.server.webViews.first?.join("lobby")
    guard case .changed(let joined) = await changes.next() else { Issue.record("not changed"); return }
    #expect(joined.groups == ["lobby"])
    #expect(joined.webView.name == "till 3")
    one.server.webViews.first?.close()
    var left: String?
    while left == nil { if case .left(let id) = await changes.next() { left = id } }
    #expect(left == id)
    await page.close()
    await one.stop()
    await observer.stop()
  }

  @Test func `a dead server's web views disappear, and calls to it are interrupted`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let observer = try await FleetServer(redis)
    let page = try await one.open()
    let changes = observer.fleet.webViews.changes.makeAsyncIterator()
    guard case .joined = await changes.next() else { Issue.record("not joined"); return }
    let responders = Mutex<[PageResponder]>([])
    let called = Signal<Void>()
    await page.registerAsynchronous("never") { _, responder in
      responders.withLock { $0.append(responder) }
      called.send()
    }
    let webView = try await observer.fleet.firstWebView(named: "till 3")
    let call = Task { try await webView.call("never", returning: Int.self) }
    await called.value()
    // Without its connection for publishing, the lease is not renewed and answers cannot leave.
    let start = ContinuousClock.now
    await one.die()
    let error = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(error?.code == .interrupted)
    var hasLeft = false
    while !hasLeft { if case .left = await changes.next() { hasLeft = true } }
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(try await redis.run("KEYS", "sb:{test}:views:*") == .array([]))
    #expect(try await redis.run("HLEN", "sb:{test}:names") == .integer(0))
    await page.close()
    await observer.stop()
  }

  @Test func `a server that stops finishes running calls and refuses new ones`() async throws {
    try await withTwoServers { one, other, page in
      let called = Signal<PageResponder>()
      await page.registerAsynchronous("slow") { _, responder in called.send(responder) }
      await page.register("ring") { _ in 1 }
      let webView = try await other.fleet.firstWebView(named: "till 3")
      let call = Task { try await webView.call("slow", returning: Int.self) }
      let responder = try #require(await called.value())
      let leaving = Task { await one.leave() }
      try await eventually { one.fleet.node.state.withLock { $0.isDraining } }
      let refused = await #expect(throws: BridgeError.self) { try await webView.call("ring") }
      #expect(refused?.code == .notFound)
      responder(7)
      #expect(try await call.value == 7)
      await leaving.value
      #expect(try await other.fleet.webView(named: "till 3") == nil)
    }
  }

  @Test func `when the clock of Redis jumps, living servers return and dead ones disappear`() async throws {
    try await withTwoServers { one, other, page in
      let redis = try await RedisConnection(one.fleet.node.address.endpoints[0], limits: RedisLimits())
      func session() -> String? { one.fleet.node.state.withLock { $0.link?.session } }
      let first = try #require(session())
      let changes = other.fleet.webViews.changes.makeAsyncIterator()
      guard case .joined = await changes.next() else { Issue.record("not joined"); return }
      // After a jump forward, the lease has ended long ago.
      _ = try await redis.call(RedisCommand("ZADD", "sb:{test}:leases", "1", first))
      try await eventually { session() ?? first != first }
      try await eventually { try await other.fleet.webView(named: "till 3") != nil }
      // After a jump back by an hour, the lease of a server that dies seems to last for an hour.
      let last = try #require(session())
      await one.die()
      let later = Int(Date().timeIntervalSince1970 * 1000) + 3_600_000
      _ = try await redis.call(RedisCommand("ZADD", "sb:{test}:leases", "\(later)", last))
      try await eventually { try await other.fleet.webView(named: "till 3") == nil }
      redis.cut()
    }
  }

  @Test func `a group's name may contain line breaks, and its entries are removed`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.join("shop\n7 %") }
    let other = try await FleetServer(redis)
    let page = try await one.open()
    try await eventually { try await other.fleet.group("shop\n7 %").call("ring").pages == 1 }
    await one.stop()
    #expect(try await redis.run("KEYS", "sb:{test}:group:*") == .array([]))
    await page.close()
    await other.stop()
  }

  @Test func `a page that moves from a living server takes its name and groups along`() async throws {
    try await withTwoServers { one, other, page in
      let old = try #require(one.server.webViews.first)
      old.join("lobby")
      // Another browser cannot take the web view, although it knows the id.
      let thief = try await TestPage.open(try await other.server.url(), webView: old.id)
      let stranger = try #require(other.server.webViews.first)
      // The load balancer has lost the first server, which still believes that the page is connected.
      let moved = try await TestPage.open(
        try await other.server.url(), webView: old.id, cookie: await page.sessionCookie, reconnects: true)
      let new = try #require(other.server.webViews.first { $0.id != stranger.id })
      try await eventually { one.fleet.node.state.withLock { $0.moves[old.id] != nil } }
      #expect(try await one.fleet.webView(named: "till 3")?.id == old.id)
      await page.cut()
      try await eventually { try await one.fleet.webView(named: "till 3")?.id == new.id }
      try await eventually { new.groups == ["lobby"] }
      try await eventually { one.server.webViews.isEmpty }
      #expect(stranger.name == nil && stranger.groups.isEmpty)
      await thief.close()
      await moved.close()
    }
  }

  @Test func `all tabs of a browser keep their names when they move one after another`() async throws {
    try await withTwoServers { one, other, page in
      let second = try await TestPage.open(try await one.server.url(), cookie: await page.sessionCookie)
      let old = one.server.webViews
      try #require(old.count == 2)
      old[1].name = "till 4"
      _ = try await other.fleet.firstWebView(named: "till 4")
      let url = try await other.server.url()
      let moved = try await TestPage.open(
        url, webView: old[0].id, cookie: await page.sessionCookie, reconnects: true)
      // From here on, the browser's cookie names the other server.
      let secondMoved = try await TestPage.open(
        url, webView: old[1].id, cookie: await moved.sessionCookie, reconnects: true)
      await page.cut()
      await second.cut()
      try await eventually { other.server.webViews.map(\.name) == ["till 3", "till 4"] }
      try await eventually { one.server.webViews.isEmpty }
      await moved.close()
      await secondMoved.close()
    }
  }

  @Test func `a server that was cut off closes web views whose pages have moved meanwhile`() async throws {
    try await withTwoServers { one, other, page in
      let old = try #require(one.server.webViews.first)
      // The first server loses Redis for longer than its lease.
      await one.leave()
      let moved = try await TestPage.open(
        try await other.server.url(), webView: old.id, cookie: await page.sessionCookie, reconnects: true)
      let new = try #require(other.server.webViews.first)
      try await eventually { new.name == "till 3" }
      let running = Task { try await one.fleet.run() }
      try await eventually { one.server.webViews.isEmpty }
      #expect(try await other.fleet.firstWebView(named: "till 3").id == new.id)
      running.cancel()
      _ = await running.result
      await moved.close()
    }
  }

  @Test func `after an outage, a web view that is not connected takes no name from one that is`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let other = try await FleetServer(redis) { $0.name = "till 3" }
    let page = try await one.open()
    let old = try #require(one.server.webViews.first)
    #expect(try await other.fleet.firstWebView(named: "till 3").id == old.id)
    let second = try await other.open()
    let new = try #require(other.server.webViews.first)
    await page.cut()
    try await eventually { one.fleet.node.state.withLock { $0.members[old.id]?.info.isConnected == false } }
    redis.process.stop()
    let again = try RedisServer(port: redis.port)
    try await one.fleet.connected()
    try await eventually { (try? await one.fleet.webView(named: "till 3"))?.id == new.id }
    // The web view gets the name later, when the other one is closed and its page is connected.
    new.close()
    try await page.connect()
    try await eventually { try await other.fleet.webView(named: "till 3")?.id == old.id }
    await second.close()
    await page.close()
    await one.stop()
    await other.stop()
    withExtendedLifetime(again) {}
  }

  @Test func `a name is listed only for the web view that has it`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let other = try await FleetServer(redis) { $0.name = "till 3" }
    let pages = [try await one.open()]
    _ = try await other.fleet.firstWebView(named: "till 3")
    let second = [try await other.open(), try await one.open()]
    func names() async throws -> [String] {
      var names: [String] = []
      for try await part in one.fleet.webViews.pages() { names += part.map { $0.name ?? "none" } }
      return names.sorted()
    }
    try await eventually { try await names() == ["none", "none", "till 3"] }
    one.server.webViews.first?.close()
    try await eventually { try await names() == ["none", "till 3"] }
    for page in pages + second { await page.close() }
    await one.stop()
    await other.stop()
  }

  @Test func `the inspector shows the web views of other servers`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis, address: "http://127.0.0.1:1") { webView in
      webView.name = "till 3"
      webView.join("lobby")
    }
    let other = try await FleetServer(redis, address: "http://127.0.0.1:2")
    let page = try await one.open()
    let line = InspectedNode("till 3", detail: "lobby", state: "connected")
    let server = InspectedNode("Server http://127.0.0.1:1", detail: "1 web view", children: [line])
    try await eventually { await other.fleet.inspected(besides: "http://127.0.0.1:2") == [server] }
    #expect(await one.fleet.inspected(besides: "http://127.0.0.1:1") == [])
    redis.process.stop()
    let failure = [InspectedNode("Fleet test", detail: "Redis cannot be reached")]
    try await eventually { await other.fleet.inspected(besides: "http://127.0.0.1:2") == failure }
    await page.close()
    await one.stop()
    await other.stop()
  }

  @Test func `a name passes on within one server`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { _ in }
    let pages = [try await one.open(), try await one.open()]
    let webViews = one.server.webViews
    try #require(webViews.count == 2)
    for (old, new) in [(webViews[0], webViews[1]), (webViews[1], webViews[0])] {
      old.name = nil
      new.name = "till 3"
      try await eventually { try await one.fleet.webView(named: "till 3")?.id == new.id }
    }
    for page in pages { await page.close() }
    await one.stop()
  }

  @Test func `a name belongs to one web view, and passes on when that is closed`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let other = try await FleetServer(redis) { $0.name = "till 3" }
    let page = try await one.open()
    let holder = try await other.fleet.firstWebView(named: "till 3")
    let second = try await other.open()
    try await eventually { other.fleet.node.state.withLock { $0.members.takenNames == ["till 3"] } }
    #expect(try await other.fleet.webView(named: "till 3")?.id == holder.id)
    for webView in one.server.webViews { webView.close() }
    let id = try #require(other.server.webViews.first?.id)
    try await eventually { try await one.fleet.webView(named: "till 3")?.id == id }
    await page.close()
    await second.close()
    await one.stop()
    await other.stop()
  }

  @Test func `a session whose lease has ended is replaced by a new one`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let other = try await FleetServer(redis)
    let page = try await one.open()
    await page.register("ring") { _ in 1 }
    let webView = try await other.fleet.firstWebView(named: "till 3")
    let session = try #require(one.fleet.node.state.withLock { $0.link?.session })
    // As if the process had been frozen beyond its lease.
    _ = try await redis.run("ZADD", "sb:{test}:leases", "1", session)
    try await eventually { one.fleet.node.state.withLock { $0.link?.session }.map { $0 != session } == true }
    _ = try await other.fleet.firstWebView(named: "till 3")
    // The old value finds the new session.
    #expect(try await webView.call("ring", returning: Int.self) == 1)
    await page.close()
    await one.stop()
    await other.stop()
  }

  @Test func `many web views are listed in parts`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis)
    for number in 0..<3_000 {
      let webView = WebView()
      one.fleet.node.add(webView, server: "http://127.0.0.1:1")
      webView.name = "till \(number)"
    }
    try await eventually { one.fleet.node.state.withLock { !$0.owned.mustWrite } }
    let observer = try await FleetServer(redis)
    var names: Set<String> = []
    var parts = 0
    try await eventually { try await redis.run("HLEN", "sb:{test}:names") == .integer(3_000) }
    for try await part in observer.fleet.webViews.pages(of: 500) {
      names.formUnion(part.compactMap(\.name))
      parts += 1
    }
    #expect(names.count == 3_000 && parts > 3)
    let changes = observer.fleet.webViews.changes.makeAsyncIterator()
    var joined: Set<String> = []
    while joined.count < 3_000, case .joined(let description) = await changes.next() { joined.insert(description.id) }
    #expect(joined.count == 3_000)
    await one.stop()
    await observer.stop()
  }

  @Test func `messages of anybody who can write to Redis do no harm`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let other = try await FleetServer(redis)
    let page = try await one.open()
    await page.register("ring") { _ in 1 }
    _ = try await other.fleet.firstWebView(named: "till 3")
    let session = try #require(one.fleet.node.state.withLock { $0.link?.session })
    let id = try #require(one.server.webViews.first?.id)
    var generator = SplitMix64(seed: 26)
    let connection = try await redis.connect()
    let valid = FleetMessage(
      content: .call(webView: id, function: "ring", wantsAll: true, limit: nil), id: 1, sender: "00112233445566aa.42",
      body: "[]"
    ).bytes
    for _ in 0..<500 {
      var bytes = valid
      for _ in 0...generator.below(6) { bytes[generator.below(bytes.count)] = UInt8(generator.below(256)) }
      for channel in ["sb:{test}:to:\(session)", "sb:{test}:changes"] {
        _ = try await connection.call(RedisCommand([Array("PUBLISH".utf8), Array(channel.utf8), bytes]))
      }
    }
    _ = try await connection.call(RedisCommand("HSET", "sb:{test}:names", "bad", "x y z", "worse", "\(session)"))
    _ = try await connection.call(RedisCommand("HSET", "sb:{test}:views:\(session)", "bad", "x", "worse", "1 {"))
    _ = try await connection.call(RedisCommand("HSET", "sb:{test}:offers:printer", "bad", "\(session) {"))
    connection.cut()
    #expect(try await other.fleet.webView(named: "bad") == nil)
    #expect(try await other.fleet.webView(named: "worse") == nil)
    #expect(try await other.fleet.webView(named: "till 3")?.call("ring", returning: Int.self) == 1)
    for try await part in other.fleet.webViews.pages() { #expect(part.allSatisfy { $0.id == id }) }
    await page.close()
    await one.stop()
    await other.stop()
  }
}
