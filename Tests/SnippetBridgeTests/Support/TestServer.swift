import Foundation
import Logging
import SnippetBridge
import SnippetBridgeTesting

/// A server for one test, on a free port and with its own folder.
struct TestServer {
  let server: BridgeServer
  let url: URL
  let root: URL

  /// Runs a server with a router while `body` runs, then shuts it down and waits for the end.
  static func run(
    files: [String: String] = ["index.html": "<!doctype html><title>test</title>"],
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    prepare: @escaping @Sendable (WebView) -> Void = { $0.addInterface(Fixture(), by: nil) },
    router: Router<some RequestContext>,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    try await run(files: files, configure: configure, prepare: prepare, body) {
      try BridgeServer(configuration: $0, router: router, prepare: $1)
    }
  }

  /// Runs a server with the routes that `fill` adds.
  static func run(
    configure: (inout BridgeConfiguration) -> Void, _ fill: (Router<BasicRequestContext>) -> Void,
    _ body: (TestServer) async throws -> Void
  ) async throws {
    let router = Router()
    fill(router)
    try await run(configure: configure, router: router, body)
  }

  /// Runs a server that `making` creates.
  static func run(
    files: [String: String] = ["index.html": "<!doctype html><title>test</title>"],
    configure: (inout BridgeConfiguration) -> Void = { _ in },
    prepare: @escaping @Sendable (WebView) -> Void = { $0.addInterface(Fixture(), by: nil) },
    _ body: (TestServer) async throws -> Void,
    making: (BridgeConfiguration, @escaping @Sendable (WebView) -> Void) throws -> BridgeServer = {
      try BridgeServer(configuration: $0, prepare: $1)
    }
  ) async throws {
    let root = FileManager.default.temporaryDirectory.appending(path: "SnippetBridgeTests-\(UUID())")
    for (name, text) in files {
      let file = root.appending(path: name)
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    defer { try? FileManager.default.removeItem(at: root) }
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    var configuration = BridgeConfiguration(port: 0, root: root.path, loops: 2, logger: logger)
    configure(&configuration)
    let server = try making(configuration, prepare)
    try await server.run {
      try await body(TestServer(server: server, url: try await server.url(), root: root))
    }
  }

  /// An HTTP client for the server's port.
  var http: HTTPExchange {
    HTTPExchange(host: url.host() ?? "127.0.0.1", port: url.port ?? 0)
  }

  /// The server's origin: `http://127.0.0.1:port`.
  var origin: String { String(url.absoluteString.dropLast()) }
}
