import ArgumentParser
import Foundation
import Logging
import ServiceLifecycle
import SnippetBridge
import SnippetBridgeLifecycle
import SnippetBridgeWebClient
import SnippetBridgeWebServer
import SnippetFleet
import UnixSignals

/// Starts Redis, the servers, the printer and HAProxy, and serves the overview. All these programs end with this one,
/// even if it is killed.
struct Overview: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "overview", shouldDisplay: false)

  @OptionGroup var bridge: BridgeOptions
  @Option(help: "The seconds after which a server that has ended starts again.") var restartAfter = 10

  func validate() throws {
    guard ["127.0.0.1", "localhost"].contains(bridge.host), !bridge.tls else {
      throw ValidationError(
        "This demo serves only http on 127.0.0.1, where browsers look for \(FleetDemo.host). Omit HOST and TLS.")
    }
  }

  func run() async throws {
    let programs = try Programs()
    let reservations = try (0..<6).map { _ in try PortReservation() }
    defer { withExtendedLifetime(reservations) {} }
    let ports = reservations.map(\.port)
    let port = bridge.port == 0 ? ports[5] : bridge.port
    try PortCheck.run(host: "127.0.0.1", port: port)
    let redis = "redis://127.0.0.1:\(ports[0])"
    let root = bridge.root ?? "public/fleet"
    let servers = zip(["A", "B", "C"], ports[1...3]).map { (name: $0, port: $1) }
    try programs.start(
      "redis-server", ["--port", "\(ports[0])", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
    try programs.startThis(["printer", "--redis", redis], ended: { _ in })

    let fleet = try Fleet(redis, name: FleetDemo.fleet)
    let stage = Stage(servers, fleet, restartAfter: .seconds(restartAfter)) { server, ended in
      try await programs.startServer(
        [
          "server", "--name", server.name, "--port", "\(server.port)", "--public-port", "\(port)", "--redis", redis,
          "--root", root,
        ], ended: ended)
    }
    for server in servers { try await stage.begin(server.name) }
    try programs.start("haproxy", ["-f", "/dev/stdin", "-db"], input: Self.balancer(port, ports[4], servers))

    var configuration = bridge.configuration(root: root)
    configuration.host = "127.0.0.1"
    configuration.port = ports[4]
    configuration.origins = ["http://\(FleetDemo.host):\(port)"]
    configuration.trustedProxies = ["127.0.0.1"]
    configuration.isolation = .none
    let server = try BridgeServer(configuration: configuration) { webView in
      webView.addInterface(stage, by: "stage")
    }
    let group = ServiceGroup(
      services: [server.service, fleet], gracefulShutdownSignals: [.sigint, .sigterm], logger: configuration.logger)
    let announcement = Task {
      _ = try await server.url()
      while (try? await TCPConnection.open(host: "127.0.0.1", port: port, limit: .seconds(1))) == nil {
        try await Task.sleep(for: .milliseconds(20))
      }
      try FileHandle.standardOutput.write(contentsOf: Data("Open http://\(FleetDemo.host):\(port)/\n".utf8))
      await stage.watch()
    }
    defer { announcement.cancel() }
    try await group.run()
  }

  /// Returns the configuration of HAProxy: pages in turns to the servers, without affinity; all else to the overview.
  private static func balancer(_ port: Int, _ overview: Int, _ servers: [Stage.Server]) -> String {
    """
    defaults
      mode http
      timeout connect 1s
      timeout client 1h
      timeout server 1h
      timeout tunnel 1h
      option forwardfor
      option redispatch 1
      retries 3
    frontend all
      bind 127.0.0.1:\(port)
      http-request redirect prefix http://\(FleetDemo.host):\(port) unless { hdr_end(host) -i \(FleetDemo.host):\(port) }
      use_backend servers if { hdr_beg(host) -i till- }
      default_backend overview
    backend overview
      server overview 127.0.0.1:\(overview)
    backend servers
      balance roundrobin
      \(servers.map { "server \($0.name) 127.0.0.1:\($0.port) check inter 200ms" }.joined(separator: "\n  "))

    """
  }
}
