import DSBridgeLocks
import Foundation
import Logging
import SnippetBridgeTesting
import TestSupport

@testable import SnippetBridge
@testable import SnippetFleet

/// The timing for tests: short leases.
extension FleetTiming {
  static var short: FleetTiming {
    var timing = FleetTiming()
    timing.beat = .milliseconds(100)
    timing.lease = .milliseconds(1_500)
    timing.longestPause = .milliseconds(100)
    return timing
  }
}

/// A server in a fleet, which runs until ``stop()``.
struct FleetServer: Sendable {
  let server: BridgeServer
  let fleet: Fleet
  private let serving: Task<Void, any Error>
  private let participating: Task<Void, any Error>

  init(
    _ redis: RedisServer, name: String = "test", secrets: [String] = [], timing: FleetTiming = .short,
    logger: Logger = Logger(label: "fleet") { _ in SwiftLogNoOpLogHandler() }, port: Int = 0, address: String? = nil,
    trustedProxies: [String] = [], router: Router<BasicRequestContext> = Router(),
    prepare: @escaping @Sendable (WebView) async throws -> Void = { _ in }
  ) async throws {
    let fleet = Fleet(try FleetNode(redis.url, name: name, secrets: secrets, timing: timing, logger: logger))
    // The pages of these tests load no files, so any folder will do.
    let root = FileManager.default.temporaryDirectory.path
    var configuration = BridgeConfiguration(port: port, root: root)
    configuration.trustedProxies = trustedProxies
    let server = try BridgeServer(configuration: configuration, router: router, prepare: prepare)
    server.join(fleet, at: address ?? "http://127.0.0.1:\(port == 0 ? 1 : port)")
    self.fleet = fleet
    self.server = server
    serving = Task { try await server.run() }
    participating = Task { try await fleet.run() }
    try await fleet.connected()
  }

  func open() async throws -> TestPage { try await TestPage.open(try await server.url()) }

  /// Leaves the fleet, while the server continues.
  func leave() async {
    participating.cancel()
    _ = await participating.result
  }

  /// Stops as at SIGTERM: the server leaves before the fleet.
  func stop() async {
    serving.cancel()
    _ = await serving.result
    await leave()
  }

  /// Ends without taking leave, as a process does that is killed.
  func die() async {
    fleet.node.state.withLock { $0.link }?.commands.cut()
    participating.cancel()
    serving.cancel()
    _ = await participating.result
    _ = await serving.result
  }
}

/// Runs a test with two servers and a page of the first one, whose web view has the name `till 3`.
func withTwoServers(_ test: (FleetServer, FleetServer, TestPage) async throws -> Void) async throws {
  let redis = try RedisServer()
  let one = try await FleetServer(redis) { $0.name = "till 3" }
  let other = try await FleetServer(redis)
  let page = try await one.open()
  _ = try await other.fleet.firstWebView(named: "till 3")
  try await test(one, other, page)
  await page.close()
  await one.stop()
  await other.stop()
}

extension Fleet {
  /// Waits until the fleet is connected.
  func connected() async throws {
    try await eventually { node.state.withLock { $0.link != nil } }
  }

  /// Returns the web view with this name, as soon as there is one.
  func firstWebView(named name: String) async throws -> FleetWebView {
    for await _ in webViews.changes {
      if let webView = try await webView(named: name) { return webView }
    }
    throw CancellationError()
  }
}

/// Waits until a condition holds that no event announces. Most of them concern the contents of Redis or of a node.
func eventually(_ condition: () async throws -> Bool) async throws {
  let end = ContinuousClock.now + .seconds(Patience.seconds)
  while try await !condition() {
    guard ContinuousClock.now < end else {
      throw TestError("A condition has not become true.")
    }
    try await Task.sleep(for: .milliseconds(2))
  }
}
