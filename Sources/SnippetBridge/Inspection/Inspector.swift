import DSBridge
import DSBridgeLocks
import Foundation
import SnippetBridgeCResources
import SnippetBridgePlatform
import SnippetBridgeWebServer

/// The inspector of a server: a second server with a port of its own, whose page shows the web views of the first one.
///
/// The inspector reads the ``WireLog`` and the ``Registry`` of the program's server. The inspector's server has another
/// registry, so the program's metrics, web views and limits do not contain the inspector. Pages of the program have
/// another origin, and cannot use the inspector.
final class Inspector: Sendable {
  /// The server of the inspector's page.
  private let server: BridgeServer
  private let task = Mutex<Task<Void, Never>?>(nil)

  /// Creates the inspector of a server. Throws a ``BridgeServerError`` if the configuration would show the calls to
  /// other machines without a check.
  init(of configuration: BridgeConfiguration, port: Int, registry: Registry, log: WireLog) throws {
    let tree = InspectedTree(registry: registry)
    server = try BridgeServer(
      configuration: Self.configuration(of: configuration, port: port), clock: ContinuousClock(), isObserved: false
    ) { [weak registry] webView, _ in
      guard let registry else { return }
      webView.addInterface(InspectorInterface(registry: registry, log: log, tree: tree), by: "inspector")
    }
  }

  /// Returns the configuration of the inspector's server. Access to it has the same requirements as access to the
  /// program, except for ``BridgeConfiguration/allowsNetwork``, and it has another token: users of the program must not
  /// see the calls of other users.
  private static func configuration(
    of program: BridgeConfiguration, port: Int
  ) throws(BridgeServerError) -> BridgeConfiguration {
    var configuration = BridgeConfiguration(
      host: program.host, port: port, tls: program.tls, loops: 1, logger: program.logger)
    configuration.documents = .memory(documents)
    configuration.names = program.names
    configuration.token = program.inspectorToken ?? program.token?.path.map { .file($0 + ".inspector") }
    configuration.clientAuthority = program.clientAuthority
    configuration.trustedProxies = program.trustedProxies
    configuration.contentSecurityPolicy =
      "default-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'"
    configuration.isolation = .none
    configuration.maximumWebViews = 20
    // The function `next` waits until there are records.
    configuration.webViews.functionTimeLimit = nil
    configuration.shutdownTimeLimit = .zero
    guard configuration.token != nil || program.token == nil else {
      throw BridgeServerError(
        """
        The inspector shows the calls of all users, so it needs a token of its own. Pass --inspector-token-file <file>, \
        or set BridgeConfiguration.inspectorToken.
        """)
    }
    if let host = NetworkExposure.openHost(of: configuration) {
      throw BridgeServerError(
        """
        The inspector shows all calls, and other machines can connect to \(host). Require a token with \
        --token-file <file>, or listen on 127.0.0.1.
        """)
    }
    return configuration
  }

  private static let documents = [
    "index.html": embedded_inspector_html, "inspector.css": embedded_inspector_css,
    "inspector.js": embedded_inspector_js, "store.js": embedded_inspector_store_js,
    "filter.js": embedded_inspector_filter_js, "list.js": embedded_inspector_list_js,
    "detail.js": embedded_inspector_detail_js, "form.js": embedded_inspector_form_js,
    "functions.js": embedded_inspector_functions_js, "live.js": embedded_inspector_live_js,
    "panels.js": embedded_inspector_panels_js, "recorder.js": embedded_inspector_recorder_js,
    "recording.js": embedded_inspector_recording_js,
  ].mapValues { PageContent(bytes: Array($0)) }

  /// Starts the inspector's server, waits until it accepts connections, and returns its port. Throws a
  /// ``BridgeServerError`` if the server cannot start.
  func start() async throws -> Int {
    let server = server
    // `url` also throws the error of `run`, so it can be ignored here.
    task.withLock { $0 = Task { try? await server.run() } }
    do {
      return try await server.url().port ?? 0
    } catch {
      throw BridgeServerError("The inspector cannot start. \(error)")
    }
  }

  /// Stops the inspector's server.
  func stop() async {
    let task = task.withLock { $0 }
    task?.cancel()
    await task?.value
  }
}
