package import SnippetBridge

extension BridgeServer {
  /// Runs the server while `body` runs, then shuts the server down and waits until it has stopped. Throws the error
  /// from `body` or from the server.
  package nonisolated(nonsending) func run(while body: nonisolated(nonsending) () async throws -> Void) async throws {
    let running = Task { try await run() }
    do {
      try await body()
    } catch {
      running.cancel()
      _ = await running.result
      throw error
    }
    running.cancel()
    try await running.value
  }
}
