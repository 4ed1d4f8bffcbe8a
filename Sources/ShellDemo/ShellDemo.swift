import ArgumentParser
import SnippetShell

/// The program that `make run DEMO=shell` starts. It serves the pages of a hotel in a shell with native tabs and bars.
@main
struct ShellDemo: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "ShellDemo", abstract: "Serves pages in a shell with native tabs and bars.")

  @OptionGroup var bridge: BridgeOptions
  @OptionGroup var shell: ShellOptions

  func run() async throws {
    var configuration = bridge.configuration(root: "public/lakeside")
    configuration.documents = LakesideDocuments(folder: try FolderDocuments(path: configuration.root))
    if configuration.navigationPolicy == .everything {
      configuration.navigationPolicy = NavigationPolicy(allow: Site.allowed)
    }
    let inbox = Inbox()
    let server = try BridgeServer(configuration: configuration, router: Self.router) { webView in
      webView.addInterface(Hotel(), by: "hotel")
      webView.addInterface(inbox, by: "inbox")
    }
    let snippets = SnippetManager(SnippetFile("\(configuration.root)/snippets.json", logger: configuration.logger))
    Task { await snippets.run() }
    server.shell(shell.configuration(title: "Lakeside")) { shell in
      shell.showLakeside(inbox, snippets)
    }
    await inbox.whenRead { [weak server] unread in
      for shell in server?.shells ?? [] { await shell.showUnread(unread) }
    }
    try await server.runUntilSignal()
  }

  /// The routes for requests that the pages send.
  private static var router: Router<BasicRequestContext> {
    let router = Router()
    router.post("/bookings") { request, context in
      Response(status: .seeOther, headers: [.location: "/booked.html"])
    }
    return router
  }
}
