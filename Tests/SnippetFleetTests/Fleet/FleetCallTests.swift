import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import MetricsTestKit
import SnippetBridge
import SnippetBridgeTesting
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct FleetCallTests {
  @Test func `a page is called from another server`() async throws {
    try await withTwoServers { _, other, page in
      await page.register("double") { try $0.decode(Int.self, at: 0) * 2 }
      let webView = try #require(try await other.fleet.webView(named: "till 3"))
      #expect(try await webView.call("double", with: [21], returning: Int.self) == 42)
      try await webView.call("double", with: [1])
      #expect(try await other.fleet.webView(named: "till 4") == nil)
    }
  }

  @Test func `a page is called from a program that serves nothing`() async throws {
    try await withTwoServers { one, _, page in
      await page.register("double") { try $0.decode(Int.self, at: 0) * 2 }
      let fleet = try Fleet("redis://127.0.0.1:\(one.fleet.node.address.endpoints[0].port)", name: "test")
      let doubled = try await fleet.run {
        try await fleet.webView(named: "till 3")?.call("double", with: [4], returning: Int.self)
      }
      #expect(doubled == 8)
    }
  }

  @Test func `errors of the page have their codes`() async throws {
    try await withTwoServers { _, other, page in
      await page.register("fails") { _ in throw PageException(message: "no paper") }
      let webView = try #require(try await other.fleet.webView(named: "till 3"))
      let thrown = await #expect(throws: BridgeError.self) { try await webView.call("fails") }
      #expect(thrown?.code == .pageThrew && thrown?.message.contains("no paper") == true)
      let missing = await #expect(throws: BridgeError.self) { try await webView.call("missing") }
      #expect(missing?.code == .noSuchMethod)
      await page.register("text") { _ in "text" }
      let mismatch = await #expect(throws: BridgeError.self) { try await webView.call("text", returning: Int.self) }
      #expect(mismatch?.code == .returnTypeMismatch)
    }
  }

  @Test func `a call that is not answered ends at its time limit, and when it is cancelled`() async throws {
    try await withTwoServers { one, other, page in
      let (calls, called) = AsyncStream<Void>.makeStream()
      await page.registerAsynchronous("never") { _, responder in
        called.yield()
        kept.withLock { $0.append(responder) }
      }
      let webView = try #require(try await other.fleet.webView(named: "till 3"))
      let error = await #expect(throws: BridgeError.self) {
        try await webView.call("never", returning: Int.self, within: .milliseconds(50))
      }
      #expect(error?.code == .timeout)
      let task = Task { try await webView.call("never", returning: Int.self) }
      var iterator = calls.makeAsyncIterator()
      await iterator.next()
      await iterator.next()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await eventually { one.fleet.node.state.withLock { $0.received.count } == 0 }
      #expect(other.fleet.node.state.withLock { $0.pending.count } == 0)
    }
  }

  @Test func `calls and sessions are counted`() async throws {
    let redis = try RedisServer()
    let kit = TestMetrics()
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let fleet = Fleet(
      try FleetNode(redis.url, name: "test", timing: .short, logger: logger, metrics: FleetMetrics(kit)))
    let one = try await FleetServer(redis) { $0.name = "till 3" }
    let page = try await one.open()
    await page.register("ring") { _ in 1 }
    try await fleet.run {
      _ = try await fleet.firstWebView(named: "till 3")
      let webView = try await fleet.webView(named: "till 3")
      _ = try await webView?.call("ring", returning: Int.self)
      await #expect(throws: BridgeError.self) { try await webView?.call("missing") }
      try await eventually { (try? kit.expectTimer("fleet.beat_duration").values.isEmpty) == false }
    }
    #expect(try kit.expectCounter("fleet.calls", [("result", "ok")]).totalValue == 1)
    #expect(try kit.expectCounter("fleet.calls", [("result", "noSuchMethod")]).totalValue == 1)
    #expect(try kit.expectCounter("fleet.sessions").totalValue == 1)
    await page.close()
    await one.stop()
  }

  @Test func `repeated results arrive in order`() async throws {
    try await withTwoServers { _, other, page in
      await page.registerAsynchronous("count") { arguments, responder in
        for number in 1...100 { responder(number, isLast: number == 100) }
      }
      let webView = try #require(try await other.fleet.webView(named: "till 3"))
      var numbers: [Int] = []
      for try await number in try webView.values(from: "count", of: Int.self) { numbers.append(number) }
      #expect(numbers == Array(1...100))
    }
  }

  @Test func `a closed web view is not found`() async throws {
    try await withTwoServers { one, other, page in
      let webView = try #require(try await other.fleet.webView(named: "till 3"))
      for local in one.server.webViews { local.close() }
      try await eventually { try await other.fleet.webView(named: "till 3") == nil }
      let error = await #expect(throws: BridgeError.self) { try await webView.call("ring") }
      #expect(error?.code == .notFound)
    }
  }

  @Test func `a group's pages are called with one message for each server`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.join("lobby") }
    let other = try await FleetServer(redis) { $0.join("lobby") }
    let (rings, rung) = AsyncStream<String>.makeStream()
    var pages: [TestPage] = []
    for (index, server) in [one, one, other].enumerated() {
      let page = try await server.open()
      await page.register("ring") {
        rung.yield("\(index) \(try $0.decode(String.self, at: 0))")
        return nil
      }
      pages.append(page)
    }
    try await eventually {
      try await redis.run("HVALS", "sb:{test}:group:lobby").elements?.compactMap { $0.text?.last }.sorted() == [
        "1", "2",
      ]
    }
    let reach = try await one.fleet.group("lobby").call("ring", with: ["now"])
    #expect(reach == FleetReach(servers: 2, pages: 3))
    var rung3: Set<String> = []
    for await ring in rings {
      rung3.insert(ring)
      if rung3.count == 3 { break }
    }
    #expect(rung3 == ["0 now", "1 now", "2 now"])
    #expect(try await one.fleet.group("empty").call("ring") == FleetReach(servers: 0, pages: 0))
    await one.stop()
    await other.stop()
  }

  @Test func `a group's call counts the servers that are silent, and ignores those that have ended`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { $0.join("lobby") }
    let page = try await one.open()
    let (silent, ended) = ("00000000000000a1.1", "00000000000000b2.2")
    for session in [silent, ended] {
      let later = Int(Date().timeIntervalSince1970 * 1000) + 10_000
      _ = try await redis.run("ZADD", "sb:{test}:leases", "\(later)", session)
      _ = try await redis.run("HSET", "sb:{test}:group:lobby", session, "\(session) 1")
    }
    let listener = try await redis.connect()
    _ = try await listener.call(RedisCommand("SUBSCRIBE", "sb:{test}:to:\(silent)"))
    try await eventually {
      try await one.fleet.group("lobby").call("ring", within: .seconds(1))
        == FleetReach(servers: 1, pages: 1, silentServers: 1)
    }
    listener.cut()
    await page.close()
    await one.stop()
  }
}

/// The responders that must not be released.
private let kept = Mutex<[PageResponder]>([])
