import ArgumentParser
import SnippetBridge

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

  func run() async throws {
    var configuration = bridge.configuration(root: "public/snippets")
    // Only the pages of the benchmarks connect, and all of them are on this machine.
    configuration.connections.maximumCount = 100_000
    configuration.connections.maximumCountPerAddress = 100_000
    configuration.maximumWebViews = 100_000
    let audience = Audience()
    let router = Router()
    router.get("ok", immediate: true) { _, _ in Answer(ok: true) }
    let server = try BridgeServer(configuration: configuration, router: router) { [immediate] webView in
      webView.addInterface(Adding(), by: nil, immediate: immediate)
      webView.addInterface(Broadcasting(audience: audience), by: "all")
    }
    audience.belongs(to: server)
    try await server.runUntilSignal()
  }
}
