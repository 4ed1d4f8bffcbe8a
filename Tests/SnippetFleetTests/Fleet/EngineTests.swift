import DSBridge
import DSBridgeLocks
import Foundation
import Glibc
import Logging
import SnippetBridge
import SnippetBridgeTesting
import TestSupport
import Testing

@testable import SnippetFleet

@Suite(.timeLimit(.minutes(5)))
struct EngineTests {
  @Test func `without Redis, local calls continue, fleet calls fail at once, and presence returns`() async throws {
    let redis = try RedisServer()
    let one = try await FleetServer(redis) { webView in
      webView.name = "till 3"
      webView.join("lobby")
      webView.addInterface(Adder(), by: nil)
    }
    let other = try await FleetServer(redis)
    let page = try await one.open()
    let called = Signal<Void>()
    let responders = Mutex<[PageResponder]>([])
    await page.registerAsynchronous("never") { _, responder in
      responders.withLock { $0.append(responder) }
      called.send()
    }
    await page.register("ring") { _ in 1 }
    let webView = try await other.fleet.firstWebView(named: "till 3")
    let call = Task { try await webView.call("never", returning: Int.self) }
    await called.value()
    redis.process.stop()
    let interrupted = await #expect(throws: BridgeError.self) { try await call.value }
    #expect(interrupted?.code == .interrupted)
    let start = ContinuousClock.now
    let unreachable = await #expect(throws: BridgeError.self) { try await webView.call("ring") }
    #expect(unreachable?.code == .unreachable && unreachable?.message.contains("\n") == false)
    let group = await #expect(throws: BridgeError.self) { try await other.fleet.group("lobby").call("ring") }
    #expect(group?.code == .unreachable)
    #expect(ContinuousClock.now - start < .seconds(1))
    #expect(try await page.call("add", 5) == 6)
    // What changes meanwhile is written later.
    one.server.webViews.first?.leave("lobby")
    let again = try RedisServer(port: redis.port)
    try await eventually { (try? await other.fleet.webView(named: "till 3")) != nil }
    #expect(try await other.fleet.webView(named: "till 3")?.call("ring", returning: Int.self) == 1)
    #expect(try await other.fleet.group("lobby").call("ring").servers == 0)
    #expect(try await again.run("EXISTS", "sb:{test}:group:lobby") == .integer(0))
    await page.close()
    await one.stop()
    await other.stop()
  }

  @Exposed struct Adder {
    func add(_ number: Int) -> Int { number + 1 }
  }

  @Test func `a Redis that does not answer is an outage`() async throws {
    let redis = try RedisServer()
    var timing = FleetTiming.short
    timing.redis.answering = .milliseconds(400)
    let one = try await FleetServer(redis, timing: timing)
    redis.process.send(SIGSTOP)
    try await eventually { one.fleet.node.state.withLock { $0.link == nil } }
    let error = await #expect(throws: BridgeError.self) { try await one.fleet.webView(named: "till 3") }
    #expect(error?.code == .unreachable)
    redis.process.send(SIGCONT)
    try await one.fleet.connected()
    #expect(try await one.fleet.webView(named: "till 3") == nil)
    await one.stop()
  }

  @Test func `a Redis that cannot be used ends the fleet with one line`() async throws {
    let redis = try RedisServer(["--requirepass", "right"])
    func failure(_ url: String, name: String = "test") async throws -> FleetError? {
      let fleet = try Fleet(url, name: name)
      return await #expect(throws: FleetError.self) { try await fleet.run() }
    }
    let wrong = try await failure("redis://:wrong@127.0.0.1:\(redis.port)")
    #expect(wrong?.code == .unusable && wrong?.description.contains("rejects the password") == true)
    #expect(wrong?.description.contains("wrong") == false)
    let open = try RedisServer()
    _ = try await open.run("SET", "sb:{test}:format", "2")
    let format = try await failure(open.url)
    #expect(format?.description.contains("format 2, but this program uses format 1") == true)
  }

  @Test func `a fleet runs again, but not twice at once`() async throws {
    let redis = try RedisServer()
    let fleet = try Fleet(redis.url, name: "test")
    for _ in 0..<2 {
      let found = try await fleet.run {
        let twice = await #expect(throws: FleetError.self) { try await fleet.run { true } }
        #expect(twice?.description.contains("runs already") == true)
        return try await fleet.webView(named: "till 3")
      }
      #expect(found == nil)
    }
  }

  @Test func `an old Redis is refused`() async throws {
    let old = try OldRedis()
    let fleet = try Fleet("redis://127.0.0.1:\(old.port)", name: "test")
    let error = await #expect(throws: FleetError.self) { try await fleet.run() }
    #expect(error?.description == "Redis at 127.0.0.1:\(old.port) has version 5.0.14. Install version 6.2 or newer.")
  }

  @Test func `Sentinel's new primary is used without a restart`() async throws {
    let primary = try RedisServer()
    let replica = try RedisServer(["--replicaof", "127.0.0.1", "\(primary.port)"])
    let sentinel = try Sentinel(of: primary)
    try await eventually { try await primary.run("INFO", "replication").text?.contains("state=online") == true }
    // A replica that a Sentinel does not know yet could not be chosen.
    try await eventually { try await sentinel.run("SENTINEL", "replicas", "shop").elements?.count == 1 }
    let url = "redis+sentinel://127.0.0.1:\(sentinel.port)/shop"
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let fleet = Fleet(try FleetNode(url, name: "test", timing: .short, logger: logger))
    let running = Task { try await fleet.run() }
    try await fleet.connected()
    let webView = WebView()
    fleet.node.add(webView, server: "http://127.0.0.1:1")
    webView.name = "till 3"
    fleet.node.change { $0.members.setConnected(true, webView.id, &$0.owned) }
    _ = try await fleet.firstWebView(named: "till 3")
    let start = ContinuousClock.now
    primary.process.stop()
    try await eventually { (try? await fleet.webView(named: "till 3")) != nil }
    print("Sentinel failover: \(ContinuousClock.now - start)")
    #expect(try await replica.run("EXISTS", "sb:{test}:names") == .integer(1))
    running.cancel()
    _ = await running.result
  }

  @Test func `a user with the guide's permissions can take part`() async throws {
    let redis = try RedisServer()
    // The command of the guide, for the fleet of this test.
    let guide = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../docs/guides/fleet.md")
    let text = try String(contentsOf: guide, encoding: .utf8)
    let start = try #require(text.range(of: "ACL SETUSER"))
    let command = text[start.lowerBound..<(text[start.lowerBound...].range(of: "```")?.lowerBound ?? text.endIndex)]
      .replacing("{lakeside}", with: "{test}").replacing("a-long-random-password", with: "secret")
    let words = command.split { $0.isWhitespace }.map { Array($0.utf8) }
    let connection = try await redis.connect()
    _ = try await connection.call(RedisCommand(words))
    connection.cut()
    let fleet = try Fleet("redis://lakeside:secret@127.0.0.1:\(redis.port)", name: "test")
    let listed = try await fleet.run { () async throws -> Int in
      let webView = WebView()
      fleet.node.add(webView, server: "http://127.0.0.1:1")
      webView.name = "till 3"
      webView.join("lobby")
      _ = try await fleet.firstWebView(named: "till 3")
      #expect(try await fleet.group("lobby").call("ring").pages == 1)
      var count = 0
      for try await part in fleet.webViews.pages() { count += part.count }
      let changes = fleet.webViews.changes.makeAsyncIterator()
      guard case .joined = await changes.next() else { return 0 }
      return count
    }
    #expect(listed == 1)
    let stranger = try Fleet("redis://lakeside:secret@127.0.0.1:\(redis.port)", name: "other")
    await #expect(throws: FleetError.self) { try await stranger.run { true } }
  }
}

/// A Sentinel that watches a primary named `shop`.
private final class Sentinel: Sendable {
  let port = ReservedPort.next()
  private let folder: URL
  private let process: BackgroundProgram

  init(of primary: RedisServer) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "Sentinel-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let file = folder.appending(path: "sentinel.conf")
    let lines = [
      "port \(port)", "bind 127.0.0.1", "dir \(folder.path)", "sentinel monitor shop 127.0.0.1 \(primary.port) 1",
      "sentinel down-after-milliseconds shop 500", "sentinel failover-timeout shop 2000",
    ]
    try Data(lines.joined(separator: "\n").utf8).write(to: file)
    process = try BackgroundProgram(["redis-sentinel", file.path], until: "+monitor")
  }

  deinit {
    process.stop()
    try? FileManager.default.removeItem(at: folder)
  }

  func run(_ arguments: String...) async throws -> RedisReply {
    let connection = try await RedisConnection(
      try RedisAddress("redis://127.0.0.1:\(port)").endpoints[0], limits: RedisLimits())
    defer { connection.cut() }
    return try await connection.call(RedisCommand(arguments.map { Array($0.utf8) }))
  }
}

/// A server that answers each connection like Redis 5.
private final class OldRedis: Sendable {
  let port: Int
  private let descriptor: CInt

  init() throws {
    port = ReservedPort.next()
    let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
    self.descriptor = descriptor
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port)).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listen(descriptor, 8) == 0 else { throw TestError("no socket") }
    Thread.detachNewThread {
      while true {
        let peer = accept(descriptor, nil, nil)
        guard peer >= 0 else { return }
        let reply = "$38\r\n# Server\r\nredis_version:5.0.14\r\nrole:x\r\n"
        _ = reply.withCString { Glibc.send(peer, $0, strlen($0), CInt(MSG_NOSIGNAL)) }
      }
    }
  }

  deinit {
    shutdown(descriptor, CInt(SHUT_RDWR))
    close(descriptor)
  }
}
