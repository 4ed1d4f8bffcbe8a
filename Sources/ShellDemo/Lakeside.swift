package import SnippetShell

/// The program of the demo, in a library, so that a test can replay a recording of it.
package enum Lakeside {
  /// Creates the server with everything that its pages and shells use.
  package static func makeServer(
    _ configuration: BridgeConfiguration, shell: ShellConfiguration = ShellConfiguration()
  ) async throws -> BridgeServer {
    var configuration = configuration
    configuration.documents = LakesideDocuments(folder: try FolderDocuments(path: configuration.root))
    if configuration.navigationPolicy == .everything {
      configuration.navigationPolicy = NavigationPolicy(allow: Site.allowed)
    }
    let inbox = Inbox()
    let server = try BridgeServer(configuration: configuration, router: router) { webView in
      webView.addInterface(Hotel(), by: "hotel")
      webView.addInterface(inbox, by: "inbox")
    }
    let snippets = SnippetManager(SnippetFile("\(configuration.root)/snippets.json", logger: configuration.logger))
    Task { await snippets.run() }
    server.shell(shell) { shell in
      shell.showLakeside(inbox, snippets)
    }
    await inbox.whenRead { [weak server] unread in
      for shell in server?.shells ?? [] { await shell.showUnread(unread) }
    }
    return server
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
