import Foundation
import SnippetBridge
import SnippetBridgeCommand
import SnippetFleet

/// The servers of the demo and their pages, as the overview shows them, and the functions that the overview calls.
@Exposed actor Stage {
  typealias Server = (name: String, port: Int)

  /// The contents of the overview.
  struct Scene: Codable, Sendable {
    /// The states of the servers, by their names: `runs`, `stops`, `ended` or `starts`.
    var servers: [String: String] = [:]
    /// The names of the servers that hold the pages, by the pages' names. A page that moves is missing.
    var tills: [String: String] = [:]
  }

  typealias Start = @Sendable (Server, _ ended: @escaping @Sendable () -> Void) async throws -> ChildProcess

  private let servers: [Server]
  private let fleet: Fleet
  private let delay: Duration
  private let launch: Start
  private var processes: [String: ChildProcess] = [:]
  private var webViews: [String: FleetWebViews.Description] = [:]
  private var readers: [UUID: AsyncStream<Scene>.Continuation] = [:]
  private var scene = Scene() {
    didSet { for reader in readers.values { reader.yield(scene) } }
  }

  init(_ servers: [Server], _ fleet: Fleet, restartAfter delay: Duration, start: @escaping Start) {
    self.servers = servers
    self.fleet = fleet
    self.delay = delay
    launch = start
  }

  /// Returns what the overview shows now, and then each change.
  func scenes() -> AsyncStream<Scene> {
    let (scenes, reader) = AsyncStream<Scene>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let id = UUID()
    readers[id] = reader
    reader.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
    reader.yield(scene)
    return scenes
  }

  /// Rings at one page, on whichever server it is.
  func ring(_ till: String) async throws -> String {
    guard let webView = try await fleet.webView(named: till) else { return "\(till) is between two servers" }
    try await webView.call("ring", within: .seconds(5))
    return "\(till) rings"
  }

  /// Rings at all pages.
  func ringAll() async throws -> String {
    let reach = try await fleet.group("tills").call("ring")
    return "\(reach.pages) pages of \(reach.servers) servers ring"
  }

  /// Ends a server without notice.
  func kill(_ name: String) {
    processes[name]?.signal(SIGKILL)
  }

  /// Asks a server to end.
  func stop(_ name: String) {
    guard let process = processes[name] else { return }
    scene.servers[name] = "stops"
    process.signal(SIGTERM)
  }

  /// Starts a server that has ended. Returns when it accepts connections.
  func begin(_ name: String) async throws {
    guard processes[name] == nil, scene.servers[name] != "starts",
      let server = servers.first(where: { $0.name == name })
    else { return }
    scene.servers[name] = "starts"
    processes[name] = try await launch(server) { [weak self] in Task { await self?.ended(name) } }
    scene.servers[name] = "runs"
  }

  private func ended(_ name: String) async {
    processes[name] = nil
    scene.servers[name] = "ended"
    try? await Task.sleep(for: delay)
    try? await begin(name)
  }

  private func forget(_ reader: UUID) {
    readers[reader] = nil
  }

  /// Follows the fleet's web views until the task is cancelled.
  @unexposed func watch() async {
    for await change in fleet.webViews.changes {
      switch change {
      case .joined(let webView), .changed(let webView): webViews[webView.id] = webView
      case .left(let id): webViews[id] = nil
      @unknown default: continue
      }
      var tills: [String: String] = [:]
      for webView in webViews.values.sorted(by: { $0.started < $1.started }) where webView.isConnected {
        guard let name = webView.name, let server = servers.first(where: { webView.server.hasSuffix(":\($0.port)") })
        else { continue }
        tills[name] = scene.servers[server.name] == "ended" ? nil : server.name
      }
      scene.tills = tills
    }
  }
}
