public import ServiceLifecycle
public import SnippetBridge

extension BridgeServer {
  /// The server as a service of swift-service-lifecycle. If the `ServiceGroup` shuts down gracefully, the server
  /// shuts down as ``SnippetBridge/BridgeServer/run()`` describes.
  ///
  ///     let group = ServiceGroup(
  ///       services: [database, server.service], gracefulShutdownSignals: [.sigterm], logger: logger)
  ///     try await group.run()
  public var service: some Service { BridgeService(server: self) }
}

private struct BridgeService: Service {
  let server: BridgeServer

  func run() async throws {
    try await cancelWhenGracefulShutdown { try await server.run() }
  }
}
