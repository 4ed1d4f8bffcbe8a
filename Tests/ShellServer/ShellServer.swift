import ArgumentParser
import DSBridgeLocks
import SnippetShell

/// The program of the shell's browser tests: a shell around the pages of a folder, which tests control by routes.
@main
struct ShellServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  @Option(help: "The language of the shell's own texts.")
  var language = "en"

  @Option(help: "The bar of a tab's pages, for the tests of bars.")
  var bar: String?

  @Option(help: "The duration of the preparation of a web view, in milliseconds.")
  var delay: Int?

  @Flag(help: "Show pages of other servers that the policy allows.")
  var browser = false

  func run() async throws {
    let router = Router()
    let shells = Shells()
    let failures = Failures()
    addRoutes(to: router, shells, failures)
    let server = try BridgeServer(configuration: bridge.configuration(), router: router) { [delay] webView in
      if let delay { try await Task.sleep(for: .milliseconds(delay)) }
      if failures.take() { throw Unprepared() }
      webView.addInterface(PageInterface(), by: nil)
      webView.addInterface(OwnInterface(), by: "own")
    }
    server.prepare(proxiedSite: "shop") { $0.addInterface(PageInterface(), by: nil) }
    var options = shell.configuration(title: "Shell", language: language)
    if browser { options.browser = .init() }
    server.shell(options) { [bar] shell in
      let state = NativeState()
      shells.add(shell, state)
      shell.tabs = bar.map { [makeBarsTab($0)] } ?? makeTabs(state)
    }
    try await server.runUntilSignal()
  }

  private struct Unprepared: Error, CustomStringConvertible {
    let description = "The till is not there."
  }
}

/// The number of web view preparations that must fail.
final class Failures: Sendable {
  private let left = Mutex(0)

  func set(_ count: Int) { left.withLock { $0 = count } }

  func take() -> Bool {
    left.withLock { left in
      defer { left = max(0, left - 1) }
      return left > 0
    }
  }
}

/// Returns tabs with every kind of content.
func makeTabs(_ state: NativeState) -> [Tab] {
  var missing = Tab("Missing", icon: .warning, content: .page("/missing.html"))
  missing.bind(loadingView: { _ in Node.text("The tab's loading view") })
  missing.bind(errorView: { error, retry in
    Node.vstack {
      Node.text("The tab's error view: \(error)")
      Node.button("Retry") { _ in await retry() }
    }
  })
  return [
    Tab("Home", icon: .home, content: .page("/home.html")),
    Tab("Other", icon: .map, content: .page("/other.html")),
    Tab(
      "Pages", icon: .star,
      content: .pages(
        Pages([
          Page("First", content: .page("/first.html")), Page("Second", content: .page("/second.html")),
          Page("Third", badge: "3", content: .page("/third.html")),
          Page("Fourth", content: .page("/fourth.html")),
        ]))),
    missing,
    Tab(
      "Native", icon: .person, badge: "2",
      content: .native(title: "Native") { shell in nativeScreen(of: shell, state) }),
  ]
}
