import Foundation
public import SnippetBridge

/// Runs a test with a server and a page: starts a server on a free local port, opens a page, and passes both to `test`.
///
///     try await withTestPage(prepare: { $0.addInterface(Calculator(), by: nil) }) { page, server async throws in
///       #expect(try await page.call("addingOne", 5) == 6)
///     }
///
/// Closes the page and stops the server afterwards. Throws the error from `test`, or the reason why the server or the
/// page cannot start.
/// - Parameters:
///   - access: The page's credentials. If `nil`, the page sends the server's token and trusts any certificate. A server
///     with a `clientAuthority` requires a value.
///   - configure: Changes the configuration. The default is a free port, an empty folder and plain HTTP.
///   - prepare: Prepares each new web view. Like the closure of `BridgeServer`, it can run on any thread.
///   - test: The test, which runs in the caller's isolation. The server's `webViews` already contain the page's web
///     view.
public nonisolated(nonsending) func withTestPage(
  access: PageAccess? = nil, configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (WebView) async throws -> Void,
  test: nonisolated(nonsending) (TestPage, BridgeServer) async throws -> Void
) async throws {
  try await withTestPage(
    access: access, configure: configure, prepare: { webView, _ in try await prepare(webView) }, test: test)
}

/// Runs a test with a server and a page. Use this variant for interfaces that need the server, such as those of a chat.
public nonisolated(nonsending) func withTestPage(
  access: PageAccess? = nil, configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void,
  test: nonisolated(nonsending) (TestPage, BridgeServer) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: "withTestPage-\(UUID())")
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  // Without this file, each test would log that the document root has none.
  try Data("<!doctype html><title>Test</title>".utf8).write(to: folder.appending(path: "index.html"))
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
