import ArgumentParser
import Foundation
import Glibc
import Logging
import SnippetBridge
import SnippetFleet

/// Kills, stops and freezes the servers of a fleet, and cuts their connections, while pages and a job call each other.
@main struct FleetChaos: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Disturbs a fleet of three servers behind HAProxy, each in its own network namespace. Needs root.",
    subcommands: [Run.self, Serve.self], defaultSubcommand: Run.self)

  static let secret = "a secret of the chaos test"
}

/// One server of the fleet, in a process of its own.
struct Serve: AsyncParsableCommand {
  @Option var redis: String
  @Option var host: String
  @Option var name: String
  /// The file to which the log is appended.
  @Option var log: String?

  func run() async throws {
    var logger = Logger(label: name)
    logger.logLevel = .error
    if let log {
      let file = open(log, O_WRONLY | O_CREAT | O_APPEND, 0o644)
      guard file >= 0, dup2(file, STDERR_FILENO) >= 0 else { throw ValidationError("\(log) cannot be written.") }
      logger.logLevel = .debug
    }
    let fleet = try Fleet(redis, name: "chaos", secrets: [FleetChaos.secret], logger: logger)
    var configuration = BridgeConfiguration(
      host: host, port: Network.port, root: FileManager.default.temporaryDirectory.path, logger: logger)
    configuration.allowsNetwork = true
    configuration.trustedProxies = ["\(Network.prefix).0/24"]
    let place = name
    // A frozen process still accepts connections, so HAProxy asks this route.
    let router = Router()
    router.get("/health", immediate: true) { _, _ in "ok" }
    let server = try BridgeServer(configuration: configuration, router: router) { webView in
      webView.addInterface(Place(webView: webView, name: place), by: nil)
      webView.addInterface(fleet.interface("printer"), by: "printer")
      webView.join("all")
    }
    server.join(fleet, at: "http://\(host):\(Network.port)")
    try await server.runUntilSignal()
  }
}

/// The functions of a server for its pages.
@Exposed struct Place {
  let webView: WebView
  let name: String

  /// Sets the name of the web view. A page calls this once; the fleet keeps the name when the page moves.
  func call(_ name: String) { webView.name = name }

  /// Returns the name of the server that holds the page.
  func place() -> String { name }
}

extension Duration {
  var text: String { formatted(.units(allowed: [.seconds], fractionalPart: .show(length: 1))) }
}
