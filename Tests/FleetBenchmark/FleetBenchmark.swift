import ArgumentParser
import DSBridge
import DSBridgeLocks
import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting

@testable import SnippetFleet

/// Measures a fleet of two servers in one process: `FleetBenchmark --redis redis://127.0.0.1:6379`.
///
/// The pages are simulated in the same process. A page gets at most one batch of calls per 50 ms, so the calls go to
/// many pages in turns.
@main struct FleetBenchmark: AsyncParsableCommand {
  @Option var redis: String
  @Option var pages = 1_000
  @Option var calls = 5_000
  @Option var listed = 50_000

  func run() async throws {
    let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
    func start() async throws -> (Fleet, BridgeServer) {
      let fleet = try Fleet(redis, name: "benchmark", timing: FleetTiming(), logger: quiet)
      var configuration = Self.configuration(quiet)
      configuration.maximumWebViews = 100_000
      let server = try BridgeServer(configuration: configuration) { webView in
        webView.join("all")
        webView.name = webView.id
      }
      server.join(fleet, at: "http://127.0.0.1:1")
      Task { try await server.run() }
      Task { try await fleet.run() }
      while fleet.node.state.withLock({ $0.link == nil }) { try await Task.sleep(for: .milliseconds(1)) }
      return (fleet, server)
    }
    let (one, server) = try await start()
    let (other, _) = try await start()

    try await measureBare()
    let opened = try await open(server)
    let locals = server.webViews
    var remotes: [FleetWebView] = []
    for webView in locals {
      while true {
        if let remote = try await other.webView(named: webView.id) {
          remotes.append(remote)
          break
        }
      }
    }
    report("local call", try await sequential { try await locals[$0 % locals.count].call("one", returning: Int.self) })
    report(
      "call from the other server",
      try await sequential { try await remotes[$0 % remotes.count].call("one", returning: Int.self) })
    try await inFlight("call from the other server, 64 in flight") { [remotes] in
      try await remotes[$0 % remotes.count].call("one", returning: Int.self)
    }
    try await other.serve(Counter(), by: "counter")
    try await Task.sleep(for: .milliseconds(100))
    report(
      "function of the other process",
      try await sequential { _ in
        Int("\(try await one.node.invoke("counter", "count", label: nil, "null") ?? "0")") ?? 0
      })
    try await inFlight("function of the other process, 64 in flight") { _ in
      Int("\(try await one.node.invoke("counter", "count", label: nil, "null") ?? "0")") ?? 0
    }
    try await measureGroup(other, count: opened.count)
    try await compareLocalCalls(server)
    // A page that is released closes its socket.
    withExtendedLifetime(opened) {}
    try await measurePresence(one, other)
    Foundation.exit(0)
  }

  @Exposed struct Counter {
    func count() -> Int { 1 }
  }

  private static let next = Atomic(0)

  private static func configuration(_ logger: Logger) -> BridgeConfiguration {
    BridgeConfiguration(port: 0, root: FileManager.default.temporaryDirectory.path, logger: logger)
  }

  /// Compares calls of a page to a server in the fleet with calls to one that is in none, in turns.
  private func compareLocalCalls(_ server: BridgeServer) async throws {
    let quiet = Logger(label: "quiet") { _ in SwiftLogNoOpLogHandler() }
    let alone = try BridgeServer(configuration: Self.configuration(quiet)) { $0.addInterface(Counter(), by: nil) }
    Task { try await alone.run() }
    let pages = [try await TestPage.open(try await alone.url()), try await TestPage.open(try await server.url())]
    server.webViews.last?.addInterface(Counter(), by: nil)
    func rate(_ page: TestPage) async throws -> Double {
      let start = ContinuousClock.now
      for _ in 0..<500 { _ = try await page.call("count", as: Int.self) }
      return 500 / ((ContinuousClock.now - start) / .seconds(1))
    }
    var ratios: [Double] = []
    for _ in 0..<20 {
      let without = try await rate(pages[0])
      ratios.append(try await rate(pages[1]) / without)
    }
    print(
      "blocking local calls, in a fleet to not: \(ratios.sorted()[10].formatted(.number.precision(.fractionLength(3))))"
    )
    for page in pages { await page.close() }
  }

  /// Opens the pages.
  private func open(_ server: BridgeServer) async throws -> [TestPage] {
    let url = try await server.url()
    var opened: [TestPage] = []
    for _ in 0..<pages {
      let page = try await TestPage.open(url)
      await page.forgetMessages()
      await page.register("one") { _ in 1 }
      await page.register("ring") { _ in
        rings.add(1, ordering: .relaxed)
        return nil
      }
      opened.append(page)
    }
    return opened
  }

  /// Measures a request and its reply through Redis, by the same client.
  private func measureBare() async throws {
    let endpoint = try RedisAddress(redis).endpoints[0]
    let (replies, replied) = AsyncStream<Void>.makeStream()
    let asking = try await RedisConnection.open(endpoint, limits: RedisLimits())
    let answering = try await RedisConnection.open(endpoint, limits: RedisLimits())
    let here = try await RedisConnection.open(endpoint, limits: RedisLimits(), subscriber: { _, _ in replied.yield() })
    let there = try await RedisConnection.open(
      endpoint, limits: RedisLimits(), subscriber: { _, _ in answering.send(RedisCommand("PUBLISH", "here", "1")) })
    _ = try await here.call(RedisCommand("SUBSCRIBE", "here"))
    _ = try await there.call(RedisCommand("SUBSCRIBE", "there"))
    let waiting = Waiting(replies)
    report(
      "bare request and reply through Redis",
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
    print("\(title): p50 \(micro(median)) µs, p99 \(micro(late)) µs")
  }

  private func micro(_ duration: Duration) -> Int { Int(duration / .microseconds(1)) }

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
    print("\(title): \(Int(Double(total) / seconds)) per second")
  }

  private func measureGroup(_ fleet: Fleet, count: Int) async throws {
    try await Task.sleep(for: .milliseconds(200))
    let before = rings.load(ordering: .relaxed)
    let start = ContinuousClock.now
    let reach = try await fleet.group("all").call("ring")
    let confirmed = ContinuousClock.now - start
    while rings.load(ordering: .relaxed) < before + count {
      guard ContinuousClock.now - start < .seconds(10) else {
        let rung = rings.load(ordering: .relaxed)
        throw ValidationError("\(reach): only \(rung) of \(count) pages have rung")
      }
      try await Task.sleep(for: .microseconds(200))
    }
    let last = ContinuousClock.now - start
    print("group of \(reach.pages) pages: confirmed after \(micro(confirmed)) µs, last page after \(micro(last)) µs")
  }

  private func measurePresence(_ fleet: Fleet, _ observer: Fleet) async throws {
    let connection = try await RedisConnection.open(RedisAddress(redis).endpoints[0], limits: RedisLimits())
    func memory() async throws -> Int {
      let text = try await connection.call(RedisCommand("INFO", "memory")).text ?? ""
      let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix("used_memory:") }
      return line.flatMap { Int($0.dropFirst(12)) } ?? 0
    }
    let before = try await memory()
    let webViews = (0..<listed).map { _ in WebView() }
    var start = ContinuousClock.now
    for (number, webView) in webViews.enumerated() {
      fleet.node.add(webView, server: "https://10.0.0.7:8080")
      webView.name = "till \(number)"
      webView.join("shop \(number % 100)")
    }
    while fleet.node.state.withLock({ $0.owned.mustWrite }) { try await Task.sleep(for: .milliseconds(1)) }
    print("join: \(micro((ContinuousClock.now - start) / listed)) µs each, of \(listed)")
    try await Task.sleep(for: .milliseconds(200))
    print("memory of Redis: \((try await memory() - before) / listed) bytes per page with a name and a group")
    start = ContinuousClock.now
    var count = 0
    for try await part in observer.webViews.pages() { count += part.count }
    print("list of \(count): \(micro(ContinuousClock.now - start) / 1000) ms")
    start = ContinuousClock.now
    for webView in webViews { webView.close() }
    while fleet.node.state.withLock({ $0.members.count > pages || $0.owned.mustWrite }) {
      try await Task.sleep(for: .milliseconds(1))
    }
    print("leave: \(micro((ContinuousClock.now - start) / listed)) µs each")
    connection.cut()
  }
}

/// The number of pages that have rung.
private let rings = Atomic(0)

/// A reader of replies, of which one is awaited at a time.
private final class Waiting: Sendable {
  private let replies: AsyncStream<Void>

  init(_ replies: AsyncStream<Void>) { self.replies = replies }

  func next() async {
    for await _ in replies { return }
  }
}
