import ArgumentParser
import Logging
import SnippetBridge
import SnippetFleet

/// A server that holds pages, in a process of its own.
struct TillServer: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "server", shouldDisplay: false)

  @Option var name: String
  @Option var port: Int
  @Option var publicPort: Int
  @Option var redis: String
  @Option var root: String

  func run() async throws {
    var configuration = BridgeConfiguration(port: port, root: root)
    configuration.logger.logLevel = .warning
    let overview = "http://\(FleetDemo.host):\(publicPort)"
    let hosts = FleetDemo.tills.map { "\($0.replacing(" ", with: "-")).\(FleetDemo.host)" } + [FleetDemo.host]
    configuration.origins = Set(hosts.map { "http://\($0):\(publicPort)" })
    configuration.trustedProxies = ["127.0.0.1"]
    // Closed pages soon do not ring any more. Without this, those that do not announce their end stay for 60 s.
    configuration.webViews.reconnectTimeout = .seconds(5)
    // The overview shows the pages in iframes, which isolated pages could not do with another host.
    configuration.frameAncestors = overview
    configuration.isolation = .none
    let fleet = try Fleet(redis, name: FleetDemo.fleet)
    let server = try BridgeServer(configuration: configuration) { [name] webView in
      webView.join("tills")
      webView.addInterface(Till(webView, of: name, in: fleet), by: "till")
      webView.addInterface(fleet.interface("printer"), by: "printer")
    }
    server.join(fleet, at: "http://127.0.0.1:\(port)")
    try await server.runUntilSignal()
  }
}

/// The functions that the page of a till calls.
@Exposed final class Till {
  private weak var webView: WebView?
  private let server: String
  private let fleet: Fleet

  init(_ webView: WebView, of server: String, in fleet: Fleet) {
    self.webView = webView
    self.server = server
    self.fleet = fleet
  }

  /// Names the page's web view. Returns the name of the server that holds it.
  func open(_ name: String) -> String {
    webView?.name = name
    return server
  }

  /// Rings at the pages of all servers.
  nonisolated(nonsending) func ringAll() async throws -> String {
    let reach = try await fleet.group("tills").call("ring")
    return "\(reach.pages) pages of \(reach.servers) servers ring"
  }
}
