public import DSBridge
import DSBridgeLocks
public import Logging
public import ServiceLifecycle
public import SnippetBridge
import SnippetBridgeHTTP
import SnippetBridgeWebServer

/// Several servers that act as one, connected by Redis. Any process can call the pages of all servers.
///
///     let fleet = try Fleet("rediss://fleet.example:6379", name: "lakeside")
///     let server = try BridgeServer { webView in … }
///     server.join(fleet, at: "https://10.0.0.7:8080")
///     try await server.runUntilSignal()
///
/// The fleet is a `Service`. ``SnippetBridge/BridgeServer/runUntilSignal()`` runs it beside the server. A program that
/// serves nothing runs it by ``run(while:)``.
public final class Fleet: Service, CompanionService {
  /// The name of the fleet. Processes with the same name and Redis belong to one fleet.
  public var name: String { node.store.name }
  let node: FleetNode

  /// Creates a fleet. Throws a ``FleetError`` if a parameter is invalid. Does not connect yet.
  /// - Parameters:
  ///   - redis: The address: `redis://host:6379`, `rediss://user:password@host:6379` with TLS, or
  ///     `redis+sentinel://host:26379,host2:26379/primary`.
  ///   - name: The name, of at most 64 ASCII characters.
  ///   - secrets: Secrets that all processes of the fleet share and Redis does not know, each with 16 bytes or more.
  ///     The servers sign their addresses with the first one, and accept the signatures of all. Without them, whoever
  ///     can write to Redis can redirect browsers (docs/guides/fleet.md).
  ///   - authorities: A PEM file with the certificate authorities that sign the certificate of Redis, or `nil` for
  ///     those that the system trusts.
  public init(
    _ redis: String, name: String, secrets: [String] = [], authorities: String? = nil,
    logger: Logger = Logger(label: "SnippetFleet")
  ) throws(FleetError) {
    node = try FleetNode(redis, name: name, secrets: secrets, authorities: authorities, logger: logger)
  }

  init(_ node: FleetNode) { self.node = node }

  /// Takes part in the fleet until the task is cancelled or the `ServiceGroup` shuts down gracefully.
  ///
  /// Connects again whenever the connection to Redis is lost. Throws a ``FleetError`` only if Redis cannot be used at
  /// the first connection, for example because it rejects the password.
  public func run() async throws {
    try await cancelWhenGracefulShutdown { try await self.node.run() }
  }

  /// Takes part in the fleet while `body` runs. For programs that only make calls. Throws a ``FleetError`` if Redis
  /// cannot be reached within ten seconds.
  public nonisolated(nonsending) func run<Result>(
    while body: nonisolated(nonsending) () async throws -> Result
  ) async throws -> Result {
    let (connections, connected) = AsyncStream<Void>.makeStream()
    node.state.withLock { $0.connected = connected }
    let running = Task {
      defer { connected.finish() }
      try await run()
    }
    let timer = node.scheduler.schedule(after: .seconds(10)) { connected.finish() }
    defer { timer.cancel() }
    func stop() async {
      running.cancel()
      _ = await running.result
    }
    do {
      for await _ in connections {
        let result = try await body()
        await stop()
        return result
      }
      try Task.checkCancellation()
      let outage = node.state.withLock { $0.outage }
      await stop()
      // If `run` has thrown an error, that one is the reason.
      try await running.value
      throw FleetError(.unreachable, outage)
    } catch {
      await stop()
      throw error
    }
  }

  /// Returns the web view with this name, or nil if the fleet has none. Throws a `BridgeError` with the code
  /// `unreachable` if Redis cannot be reached.
  public func webView(named name: String) async throws -> FleetWebView? {
    let parts = try await node.ask(node.store.find(name: name)).text?.split(separator: " ").map(String.init) ?? []
    guard parts.count == 2, FleetMessage.isSession(parts[0]) else { return nil }
    return FleetWebView(node: node, id: parts[1], name: name, session: parts[0])
  }

  /// The web views of all servers.
  public var webViews: FleetWebViews { FleetWebViews(node: node) }

  /// Returns the group with this name. A group exists while web views have joined it.
  public func group(_ name: String) -> FleetGroup { FleetGroup(node: node, name: name) }

  /// Serves an interface to the pages of all servers. Its functions run in one isolation.
  /// - Parameters:
  ///   - namespace: The name by which other processes find the interface.
  ///   - label: A text by which programs choose one of several providers, such as the shop in which a printer is.
  ///   - isIdempotent: Whether a call whose provider dies may run again at another provider.
  public func serve(
    _ interface: sending any ExposedInterface & SendableMetatype, by namespace: String, label: String? = nil,
    idempotent isIdempotent: Bool = false
  ) async throws {
    let provider = ProvidedInterface(interface)
    let json = try JSONSerializer().encode(await provider.offer(label: label, isIdempotent: isIdempotent))
    // A replaced interface is released outside of the lock.
    _ = node.change { state in
      defer { state.providers[namespace] = provider }
      state.owned.set(.offer(namespace), to: Array(json.bytes))
      return state.providers[namespace]
    }
  }

  /// Returns an interface that other processes serve, to be added to web views.
  public func interface(_ namespace: String, label: String? = nil) -> FleetInterface {
    FleetInterface(node, namespace, label: label)
  }
}

extension BridgeServer {
  /// Makes the server's web views known to the fleet. Call this before the server runs.
  /// - Parameters:
  ///   - address: The origin at which the other servers reach this one: `https://10.0.0.7:8080`. They forward requests
  ///     of browsers whose web views this server holds.
  ///   - authorities: A PEM file with the certificate authorities that sign the other servers' certificates, or `nil`
  ///     for those that the system trusts.
  public func join(_ fleet: Fleet, at address: String, authorities: String? = nil) {
    let problem = Self.problem(ofJoiningAt: address, authorities)
    fleet.node.state.withLock { ($0.address, $0.authorities, $0.problem) = (address, authorities, problem) }
    beforeShutdown { [node = fleet.node] in await node.drain() }
    onNewWebView { [node = fleet.node, weak self] webView, former in
      // While the server shuts down, its web views stay known, so that their pages keep their names elsewhere.
      node.add(webView, server: address, former: former, isKept: { [weak self] in self?.isShuttingDown ?? true })
    }
    forward(by: fleet.node)
    addInspected { [weak fleet] in await fleet?.inspected(besides: address) ?? [] }
    addService(fleet)
  }

  private static func problem(ofJoiningAt address: String, _ authorities: String?) -> FleetError? {
    guard let origin = WebOrigin(address), address.utf8.count <= 200 else {
      return FleetError(
        .configuration, "The server cannot join at \"\(address)\": write a URL such as https://10.0.0.7:8080.")
    }
    guard let authorities else { return nil }
    do throws(WebServerError) {
      _ = try Upstream(origin, authorityFile: authorities)
      return nil
    } catch {
      return FleetError(.configuration, "The server cannot join with the authorities \(authorities): \(error)")
    }
  }
}
