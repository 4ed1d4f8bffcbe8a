import Foundation
public import SnippetBridge

/// Runs a whole test: starts a server on a free port of this machine, opens a page, and runs `test` with both.
///
///     try await withTestPage(prepare: { $0.addInterface(Calculator(), by: nil) }) { page, server async throws in
///       #expect(try await page.call("addingOne", 5) == 6)
///     }
///
/// Afterwards closes the page and stops the server. Throws the error of `test`, or the reason why the server or the
/// page cannot start.
/// - Parameters:
///   - access: The page's credentials. `nil` sends the server's token and trusts any certificate. Required for a
///     server with a `clientAuthority`.
///   - configure: Changes the configuration. The default is a free port, an empty folder and plain HTTP.
///   - prepare: Prepares each new web view, on any thread, as for `BridgeServer`.
///   - test: The test, which runs in the caller's isolation. The server's `webViews` contain the page's web view.
public nonisolated(nonsending) func withTestPage(
  access: PageAccess? = nil, configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (WebView) async throws -> Void,
  test: nonisolated(nonsending) (TestPage, BridgeServer) async throws -> Void
) async throws {
  try await withTestPage(
    access: access, configure: configure, prepare: { webView, _ in try await prepare(webView) }, test: test)
}

/// Runs a whole test whose interfaces need the server, such as those of a chat.
public nonisolated(nonsending) func withTestPage(
  access: PageAccess? = nil, configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void,
  test: nonisolated(nonsending) (TestPage, BridgeServer) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "withTestPage-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  var configuration = BridgeConfiguration(port: 0, root: folder.path)
  configure(&configuration)
  let server = try BridgeServer(configuration: configuration, prepare: prepare)
  try await server.run {
    let own = PageAccess(trust: .anyone, token: try configuration.token?.secret())
    let page = try await TestPage.open(try await server.url(), access: access ?? own)
    try await test(page, server)
    await page.close()
  }
}
