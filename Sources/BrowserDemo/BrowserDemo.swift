import ArgumentParser
import SnippetShell

/// The program that `make run DEMO=browser` starts: a browser that shows the pages of a few allowed sites.
@main
struct BrowserDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "BrowserDemo", abstract: "Shows the pages of allowed sites, with a toolbar below them.")

  @OptionGroup var bridge: BridgeOptions

  @Option(help: ArgumentHelp("An allowed site, as a host or an origin; repeatable.", valueName: "site"))
  var site: [String] = []

  private var websites: [String] {
    site.isEmpty ? ["apple.com", "hackingwithswift.com", "google.com", "reddit.com"] : site
  }

  func validate() throws {
    for text in websites { _ = try NavigationRule(text) }
  }

  func run() async throws {
    let websites = websites
    var configuration = bridge.configuration(root: "public")
    configuration.documents = MemoryDocuments([:])
    configuration.navigationPolicy = try NavigationPolicy(parsing: websites)
    let allowlist = Allowlist(policy: configuration.navigationPolicy)
    configuration.navigationDelegate = allowlist
    let server = try BridgeServer(configuration: configuration) { _ in }
    allowlist.watch(server)
    var options = ShellConfiguration(title: "Easy Browser")
    options.browser = .init()
    server.shell(options) { shell in shell.showBrowser(websites) }
    try await server.runUntilSignal()
  }
}

extension Shell {
  /// Shows the first site, with an "Open" button above the page and a toolbar below it.
  func showBrowser(_ websites: [String]) {
    header = { shell in
      let open = ToolbarItem.button("Open") { [weak shell] _ in await shell?.openTapped(websites) }
      return Toolbar(items: [.flexibleSpace, .title(showsHost: false), .flexibleSpace, open]).body(in: shell)
    }
    footer = { shell in
      Toolbar(items: [.back, .forward, .progress, .flexibleSpace, .reload], edge: .bottom).body(in: shell)
    }
    // Each page opens in a new screen, unless it replaces the current page. Sheets are not used.
    proposalHandler = { proposal, _ in proposal.isReplacement ? .load : .push }
    if let url = Self.url(of: websites[0]) { tabs = [Tab(websites[0], content: .url(url))] }
  }

  /// Asks the user for a site and opens it.
  func openTapped(_ websites: [String]) async {
    guard let index = await choose("Open page…", from: websites) else { return }
    if let url = Self.url(of: websites[index]) { push(.url(url)) }
  }

  private static func url(of website: String) -> URL? {
    URL(string: website.contains("://") ? website : "https://\(website)")
  }
}
