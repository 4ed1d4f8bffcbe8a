import Logging
import Testing

@testable import SnippetBridgeWebServer

/// Runs `body` on a separate thread with a server on a free port. Stops the server afterwards, even if `body` throws.
func withServer(
  _ handler: TestHandler = TestHandler(), logger: Logger = quietLogger,
  change: (inout WebServerConfiguration) -> Void = { _ in }, _ body: @escaping @Sendable (Int) throws -> Void
) async throws {
  let server = makeServer(handler, logger: logger, change: change)
  let port = try #require(try await server.start().first)
  do {
    try await blocking { try body(port) }
  } catch {
    await server.stop(within: .seconds(1))
    throw error
  }
  await server.stop(within: .seconds(5))
}

func makeServer(
  _ handler: TestHandler = TestHandler(), logger: Logger = quietLogger,
  change: (inout WebServerConfiguration) -> Void = { _ in }
) -> WebServer {
  var configuration = WebServerConfiguration()
  configuration.loops = 1
  change(&configuration)
  var handler = handler
  handler.maximumBodySize = configuration.http.maximumBodySize
  return WebServer(configuration: configuration, handler: handler, logger: logger)
}

let quietLogger = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }
