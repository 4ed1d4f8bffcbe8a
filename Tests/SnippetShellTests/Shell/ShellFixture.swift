import Foundation
import SnippetBridgeTesting
import SnippetShell

/// Runs a test with a server that has a shell of three tabs, and a browser tab that shows it.
func withShell(
  documents: [String: String] = [:], options: ShellConfiguration = ShellConfiguration(),
  router: Router<BasicRequestContext> = Router(), configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (isolated Shell) -> Void = ShellFixture.threeTabs,
  access: PageAccess = PageAccess(), test: (TestShell, Shell, BridgeServer) async throws -> Void
) async throws {
  var configuration = BridgeConfiguration(port: 0)
  let pages = ["home.html", "rooms.html", "inbox.html", "lake.html"]
  let all = Dictionary(uniqueKeysWithValues: pages.map { ($0, "<title>\($0)</title>") }).merging(documents) { $1 }
  configuration.documents = MemoryDocuments(all.mapValues { PageContent($0) })
  configure(&configuration)
  let server = try BridgeServer(configuration: configuration, router: router) { _ in }
  server.shell(options, prepare)
  try await server.run {
    let browser = try await TestShell.open(try await server.url(), access: access)
    guard let shell = server.shells.first else { throw CancellationError() }
    try await test(browser, shell, server)
    await browser.close()
  }
}

enum ShellFixture {
  static let threeTabs: @Sendable (isolated Shell) -> Void = { shell in
    shell.tabs = [
      Tab("Home", icon: .home, content: .page("/home.html")),
      Tab("Rooms", icon: .map, content: .page("/rooms.html")),
      Tab("Inbox", icon: .bell, badge: "3", content: .page("/inbox.html")),
    ]
  }
}
