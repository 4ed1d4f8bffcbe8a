import DSBridgeLocks
import Foundation
import SnippetBridgePlatform
import SnippetBridgeWebServer

extension BridgeServer {
  /// Runs the server until SIGINT or SIGTERM. Prints the URLs to standard output when the server accepts connections.
  ///
  /// If ``BridgeConfiguration/declarations`` is set, writes the declarations to that file instead of serving.
  ///
  /// A graceful shutdown is impossible if functions that never return block all threads in Swift's thread pool, or if
  /// the log's output is blocked. In that case, the process exits with status 1 when
  /// ``BridgeConfiguration/shutdownTimeLimit`` plus five seconds have passed since the signal.
  public func runUntilSignal() async throws {
    if let path = configuration.declarations { return try await writeDeclarations(to: path) }
    // Do this before the process opens its first descriptor, which could otherwise get the number of a closed standard
    // stream.
    StandardDescriptors.ensureOpen()
    // Writing the log or the URLs to a closed pipe must not terminate the process. libwebsockets also ignores this
    // signal, but only when the server starts.
    signal(SIGPIPE, SIG_IGN)
    let announcement = Task { try await announce() }
    defer { announcement.cancel() }
    let server = Task { try await run() }
    let terminationWatchdog = TerminationWatchdog(
      after: configuration.shutdownTimeLimit + Self.finalAnswersTime * 5, logger: configuration.logger)
    do {
      try await terminationWatchdog.whenSignalled(by: [SIGINT, SIGTERM], { server.cancel() }) {
        try await withTaskCancellationHandler {
          try await runFurtherServices(beside: server)
        } onCancel: {
          server.cancel()
        }
      }
    } catch {
      throw BridgeServerError(describing: error)
    }
  }

  /// Prints the server's URLs when it accepts connections.
  private func announce() async throws {
    let urls = try await urls()
    var lines = urls.map { "Open \($0.absoluteString)\n" }.joined()
    if registry.inspectorPort.withLock({ $0 }) != nil {
      lines += "Inspect \(urls[0].absoluteString)\(BridgePath.inspector.rawValue.dropFirst())\n"
    }
    try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
  }

  /// Runs the further services until the server has ended. If one of them fails, ends the server and throws the error.
  private func runFurtherServices(beside server: Task<Void, any Error>) async throws {
    let services = furtherServices.withLock { $0 }.map { service in
      Task {
        do { try await service.run() } catch {
          server.cancel()
          throw error
        }
      }
    }
    let end = await server.result
    for service in services { service.cancel() }
    for service in services {
      do { try await service.value } catch is CancellationError {}
    }
    try end.get()
  }
}
