import ArgumentParser
import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport

@testable import SnippetFleet

/// Measures the fleet "benchmark": `FleetBenchmark --redis redis://127.0.0.1:6379`. Writes a line of JSON for each
/// measurement. `make bench` runs it beside a server with the pages that it calls.
///
/// A page gets at most one batch of calls per 50 ms, so the calls go to many pages in turns.
@main struct FleetBenchmark: AsyncParsableCommand {
  @Option var redis: String
  /// The number of pages of the other process.
  @Option var pages = 2_000
  @Option var calls = 5_000
  @Option var listed = 50_000

  func run() async throws {
    let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
    func start() async throws -> (Fleet, BridgeServer) {
      let fleet = try Fleet(redis, name: "benchmark", logger: quiet)
      let port = ReservedPort.next()
      var configuration = BridgeConfiguration(
        port: port, root: FileManager.default.temporaryDirectory.path, logger: quiet)
      configuration.maximumWebViews = 100_000
      let server = try BridgeServer(configuration: configuration) { _ in }
      server.join(fleet, at: "http://127.0.0.1:\(port)")
      Task { try await server.run() }
      try await begin(fleet)
      return (fleet, server)
    }
    func begin(_ fleet: Fleet) async throws {
      Task { try await fleet.run() }
      while fleet.node.state.withLock({ $0.link == nil }) { try await Task.sleep(for: .milliseconds(1)) }
    }
    let (one, server) = try await start()
    let (other, second) = try await start()

    try await measureBare()
    var remotes: [FleetWebView] = []
    for await change in one.webViews.changes {
      if case .joined(let webView) = change { remotes.append(webView.webView) }
      if remotes.count == pages { break }
    }
    report(
      "page of another server",
      try await sequential { [remotes] in try await remotes[$0 % remotes.count].call("one", returning: Int.self) })
    try await inFlight("page of another server, 64 in flight") { [remotes] in
      try await remotes[$0 % remotes.count].call("one", returning: Int.self)
    }
    try await other.serve(Counter(), by: "counter")
    try await Task.sleep(for: .milliseconds(100))
    report(
      "function of another process",
      try await sequential { _ in
        Int("\(try await one.node.invoke("counter", "count", label: nil, "null") ?? "0")") ?? 0
      })
    try await inFlight("function of another process, 64 in flight") { _ in
      Int("\(try await one.node.invoke("counter", "count", label: nil, "null") ?? "0")") ?? 0
    }
    try await measureForwarding(to: one, server, by: other, second)
    try await measurePresence(one, other)
    try await measureBeat(of: one, "beat of 2 servers")
    for _ in 0..<48 {
      try await begin(try Fleet(redis, name: "benchmark", logger: quiet))
    }
    try await measureBeat(of: one, "beat of 50 servers")
    Foundation.exit(0)
  }

  @Exposed struct Counter {
    func count() -> Int { 1 }
  }

  private static let next = Atomic(0)

  /// Compares blocking calls that reach the page's server directly with calls that the other server forwards, in turns.
  private func measureForwarding(
    to fleet: Fleet, _ server: BridgeServer, by other: Fleet, _ second: BridgeServer
  ) async throws {
    let id = fleet.node.id
    // No event announces that a server knows another one.
    while other.node.state.withLock({ $0.nodes.upstream(of: id, at: other.node.scheduler.now) == nil }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    let count = server.webViews.count
    let direct = try await TestPage.open(try await server.url())
    let forwarded = try await TestPage.open(try await second.url(), cookie: await direct.sessionCookie)
    let webViews = server.webViews.dropFirst(count)
    guard webViews.count == 2 else { throw ValidationError("The second page was not forwarded.") }
    for webView in webViews { webView.addInterface(Counter(), by: nil) }
    let pages = [("blocking call", direct), ("blocking call, forwarded", forwarded)]
    var times: [[Duration]] = [[], []]
    for _ in 0..<calls {
      for (index, page) in pages.enumerated() {
        let start = ContinuousClock.now
        guard try await page.1.call("count", as: Int.self) == 1 else { throw ValidationError("wrong result") }
        times[index].append(ContinuousClock.now - start)
      }
    }
    for (page, times) in zip(pages, times) {
      report(page.0, times.sorted())
      await page.1.close()
    }
  }

  /// Measures the command with which a server renews its lease once per second.
  private func measureBeat(of fleet: Fleet, _ title: String) async throws {
    guard let link = fleet.node.state.withLock({ $0.link }) else { throw ValidationError("Redis has ended.") }
    report(
      title,
      try await sequential { _ in
        let node = fleet.node
        _ = try await link.commands.call(node.store.beat(link.session, lease: node.timing.lease, others: []))
        return 1
      })
  }

  /// Measures a request and its reply through Redis, by the same client.
  private func measureBare() async throws {
    let endpoint = try RedisAddress(redis).endpoints[0]
    let (replies, replied) = AsyncStream<Void>.makeStream()
    let asking = try await RedisConnection(endpoint, limits: RedisLimits())
    let answering = try await RedisConnection(endpoint, limits: RedisLimits())
    let here = try await RedisConnection(endpoint, limits: RedisLimits(), subscriber: { _, _ in replied.yield() })
    let there = try await RedisConnection(
      endpoint, limits: RedisLimits(), subscriber: { _, _ in answering.send(RedisCommand("PUBLISH", "here", "1")) })
    _ = try await here.call(RedisCommand("SUBSCRIBE", "here"))
    _ = try await there.call(RedisCommand("SUBSCRIBE", "there"))
    let waiting = Waiting(replies)
    report(
      "bare request and reply",
      try await sequential { _ in
        asking.send(RedisCommand("PUBLISH", "there", "1"))
        await waiting.next()
        return 1
      })
    for connection in [asking, answering, here, there] { connection.cut() }
  }

  private func sequential(_ call: (Int) async throws -> Int) async throws -> [Duration] {
    var times: [Duration] = []
    for number in 0..<calls + 500 {
      let start = ContinuousClock.now
      guard try await call(number) == 1 else { throw ValidationError("wrong result") }
      if number >= 500 { times.append(ContinuousClock.now - start) }
    }
    return times.sorted()
  }

  private func report(_ title: String, _ times: [Duration]) {
    let (median, late) = (times[times.count / 2], times[times.count * 99 / 100])
    write(title, ["p50_us": median / .microseconds(1), "p99_us": late / .microseconds(1)])
  }

  private func write(_ key: String, _ values: KeyValuePairs<String, Double>) {
    let format = FloatingPointFormatStyle<Double>.number.grouping(.never).precision(.significantDigits(4))
    let fields = values.map { ", \"\($0)\": \($1.formatted(format))" }
    print("{\"key\": \"\(key)\"\(fields.joined())}")
  }

  private func inFlight(_ title: String, _ call: @escaping @Sendable (Int) async throws -> Int) async throws {
    Self.next.store(0, ordering: .relaxed)
    let total = calls * 6
    let start = ContinuousClock.now
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<64 {
        group.addTask {
          while true {
            let number = Self.next.add(1, ordering: .relaxed).newValue
            guard number < total else { return }
            _ = try await call(number)
          }
        }
      }
      try await group.waitForAll()
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    write(title, ["per_second": Double(total) / seconds])
  }

  private func measurePresence(_ fleet: Fleet, _ observer: Fleet) async throws {
    let connection = try await RedisConnection(RedisAddress(redis).endpoints[0], limits: RedisLimits())
    func memory() async throws -> Int {
      let text = try await connection.call(RedisCommand("INFO", "memory")).text ?? ""
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("used_memory:") }
      return line.flatMap { Int($0.dropFirst(12)) } ?? 0
    }
    let before = try await memory()
    let present = fleet.node.state.withLock { $0.members.count }
    let webViews = (0..<listed).map { _ in WebView() }
    var start = ContinuousClock.now
    for (number, webView) in webViews.enumerated() {
      fleet.node.add(webView, server: "https://10.0.0.7:8080")
      webView.name = "till \(number)"
      webView.join("shop \(number % 100)")
    }
    while fleet.node.state.withLock({ $0.owned.mustWrite }) { try await Task.sleep(for: .milliseconds(1)) }
    write("join", ["p50_us": (ContinuousClock.now - start) / listed / .microseconds(1)])
    try await Task.sleep(for: .milliseconds(200))
    write("page with a name and a group", ["bytes": Double(try await memory() - before) / Double(listed)])
    start = ContinuousClock.now
    var count = 0
    for try await part in observer.webViews.pages() { count += part.count }
    guard count >= pages + listed else { throw ValidationError("The list has \(count) web views.") }
    write("list of \(listed) pages", ["p50_us": (ContinuousClock.now - start) / .microseconds(1)])
    start = ContinuousClock.now
    for webView in webViews { webView.close() }
    while fleet.node.state.withLock({ $0.members.count > present || $0.owned.mustWrite }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    write("leave", ["p50_us": (ContinuousClock.now - start) / listed / .microseconds(1)])
    connection.cut()
  }
}

/// A reader of replies, of which one is awaited at a time.
private final class Waiting: Sendable {
  private let replies: AsyncStream<Void>

  init(_ replies: AsyncStream<Void>) { self.replies = replies }

  func next() async {
    for await _ in replies { return }
  }
}
