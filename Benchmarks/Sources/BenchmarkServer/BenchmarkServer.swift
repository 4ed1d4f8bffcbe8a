import ArgumentParser
import Logging
import SnippetBridge
import SnippetFleet

/// The response body of the benchmark's route: `{"ok":true}`.
struct Answer: ResponseEncodable {
  var ok: Bool
}

/// This project's server in the benchmarks. Its functions do minimal work. It uses the usual options, and limits that
/// allow many pages on one machine.
@main
struct BenchmarkServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions
  @Flag(help: "The functions run on the event loop.")
  var immediate = false
  @Option(help: "The address of Redis. The server joins the fleet \"benchmark\" there.")
  var fleet: String?

  func run() async throws {
    var configuration = bridge.configuration(root: "public/snippets")
    // Only the pages of the benchmarks connect, and all of them are on this machine.
    configuration.connections.maximumCount = 100_000
    configuration.connections.maximumCountPerAddress = 100_000
    configuration.maximumWebViews = 100_000
    let audience = Audience()
    let router = Router()
    router.get("ok", immediate: true) { _, _ in Answer(ok: true) }
    let fleet = try fleet.map { try Fleet($0, name: "benchmark", logger: configuration.logger) }
    let server = try BridgeServer(configuration: configuration, router: router) { [immediate] webView in
      webView.addInterface(Adding(), by: nil, immediate: immediate)
      guard let fleet else { return webView.addInterface(Broadcasting(audience: audience), by: "all") }
      webView.join("all")
      webView.addInterface(FleetBroadcasting(fleet: fleet), by: "all")
    }
    audience.belongs(to: server)
    // Each page sends its requests to its own server, so nothing is forwarded to this address.
    if let fleet { server.join(fleet, at: "http://127.0.0.1:1") }
    try await server.runUntilSignal()
  }
}
