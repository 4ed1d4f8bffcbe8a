import Foundation
public import SnippetBridge

/// A whole test: serves on a free port of this machine for as long as `test` runs, and gives it a page.
///
///     try await withTestPage(prepare: { $0.addInterface(Calculator(), by: nil) }) { page, server async throws in
///       #expect(try await page.call("addingOne", 5) == 6)
///     }
///
/// Afterwards the page is closed and the server stopped. Throws what `test` throws, or why the server or the page
/// cannot start.
/// - Parameters:
///   - access: what the page needs to be let in; nil for what is known of the server: its token, and any certificate. A
///     server with a `clientAuthority` needs it.
///   - configure: changes how it is served: a free port, an empty folder, plain http.
///   - prepare: as for `BridgeServer`: called for each new web view, on any thread.
///   - test: runs where the caller runs; the server's `webViews` has the page's.
public nonisolated(nonsending) func withTestPage(
  access: PageAccess? = nil, configure: (inout BridgeConfiguration) -> Void = { _ in },
  prepare: @escaping @Sendable (WebView) async throws -> Void,
  test: nonisolated(nonsending) (TestPage, BridgeServer) async throws -> Void
) async throws {
  try await withTestPage(
    access: access, configure: configure, prepare: { webView, _ in try await prepare(webView) }, test: test)
}

/// The same, for interfaces that reach the server, such as a chat's.
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
  let running = Task { try await server.run() }
  do {
    let own = PageAccess(trust: .anyone, token: try configuration.token?.secret())
    let page = try await TestPage.open(try await server.url(), access: access ?? own)
    try await test(page, server)
    await page.close()
  } catch {
    running.cancel()
    _ = await running.result
    throw error
  }
  running.cancel()
  try await running.value
}
