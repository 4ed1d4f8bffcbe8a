import DSBridgeLocks
import Foundation
import SnippetBridgePlatform
import SnippetBridgeWebServer

extension BridgeServer {
  /// Runs the server until a signal asks the process to end. Prints the URLs to standard output when the server accepts
  /// connections.
  ///
  /// If ``BridgeConfiguration/declarations`` is set, writes the declarations to that file instead of serving.
  ///
  /// These signals are SIGINT and SIGTERM. SIGHUP, SIGUSR1, SIGUSR2 and SIGALRM end the server in the same way, except
  /// those that the program already handles or ignores when it calls this function.
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
    let terminationWatchdog = TerminationWatchdog(
      after: configuration.shutdownTimeLimit + Self.finalAnswersTime * 5, logger: configuration.logger)
    do {
      try await terminationWatchdog.whenSignalled(by: Self.terminationSignals()) { signals in
        let server = Task { try await run() }
        let stopping = Task { for await _ in signals { server.cancel() } }
        let announcement = Task { try await announce() }
        defer {
          stopping.cancel()
          announcement.cancel()
        }
        try await withTaskCancellationHandler {
          try await runCompanions(of: server)
        } onCancel: {
          server.cancel()
        }
      }
    } catch {
      throw BridgeServerError(describing: error)
    }
  }

  /// Returns the signals that end the server. By default, each of them would end the process at once.
  private static func terminationSignals() -> [CInt] {
    [SIGINT, SIGTERM]
      + [SIGHUP, SIGUSR1, SIGUSR2, SIGALRM].filter { signal in
        var action = sigaction()
        // `SIG_DFL` is a null pointer. Both kinds of handlers, with one and with three parameters, share this member's
        // memory.
        return sigaction(signal, nil, &action) == 0 && action.__sigaction_handler.sa_handler == nil
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

  /// Runs the companion services until the server has ended. Throws the error of whatever failed first.
  private func runCompanions(of server: Task<Void, any Error>) async throws {
    let companions = companionServices.withLock { $0 }.map { service in
      Task { () -> CompanionFailure? in
        do {
          try await service.run()
          guard !Task.isCancelled else { return nil }
          throw BridgeServerError("\(type(of: service)), which runs beside the server, has ended before the server.")
        } catch {
          defer { server.cancel() }
          return CompanionFailure(error: error, isFirst: !Task.isCancelled)
        }
      }
    }
    let end = await server.result
    for companion in companions { companion.cancel() }
    var failures: [CompanionFailure] = []
    for companion in companions { if let failure = await companion.value { failures.append(failure) } }
    if let failure = failures.first(where: \.isFirst) { throw failure.error }
    try end.get()
    if let failure = failures.first(where: { !($0.error is CancellationError) }) { throw failure.error }
  }
}

private struct CompanionFailure {
  let error: any Error
  /// True if the service failed before its cancellation, which follows the server's end.
  let isFirst: Bool
}
