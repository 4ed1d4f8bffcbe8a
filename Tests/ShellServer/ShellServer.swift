import ArgumentParser
import SnippetShell

/// The program of the shell's browser tests: a shell around the pages of a folder, which tests drive by routes.
@main
struct ShellServer: AsyncParsableCommand {
  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  @Option(help: "The language of what the shell says itself.")
  var language = "en"

  func run() async throws {
    let router = Router()
    let shells = Shells()
    addRoutes(to: router, shells)
    let server = try BridgeServer(configuration: bridge.configuration(), router: router) { webView in
      webView.addInterface(PageInterface(), by: nil)
    }
    server.shell(shell.configuration(title: "Shell", language: language)) { shell in
      let state = NativeState()
      shells.add(shell, state)
      shell.tabs = makeTabs(state)
    }
    try await server.runUntilSignal()
  }
}

/// Of each kind one.
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
