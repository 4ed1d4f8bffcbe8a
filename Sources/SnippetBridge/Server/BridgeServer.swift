public import Foundation
import Platform
import Locks
import Logging
public import Routes
public import ServiceLifecycle
import UnixSignals
import WebServer

/// Serves snippets, and makes each browser tab that shows one a ``WebView``.
///
///     let server = try BridgeServer(configuration: .init(root: "public")) { webView in
///       webView.addInterface(Calculator(), by: nil)
///     }
///     try await server.runUntilSignal()
///
/// As a `Service` it runs beside others in a `ServiceGroup`. One server runs once.
public final class BridgeServer: Service {
  /// As it was given.
  public let configuration: BridgeConfiguration
  private let assembly: ServerAssembly
  /// Made anew before it starts, when a module was added.
  private let server: Mutex<WebServer>
  let registry: Registry
  private let listening = Listening()
  let declarations: Declarations
  private let routes: ProgramRoutes?

  /// Reads what the configuration names; throws a ``BridgeServerError`` when it is not usable.
  /// - Parameter prepare: called once for each new web view, on any thread: the place to add interfaces. The page's
  ///   calls wait until it has returned. If it throws, the page shows an error view with the reason. Pages of remote
  ///   snippets are not prepared by it, but by ``prepare(remoteSnippet:_:)``.
  public convenience init(
    configuration: BridgeConfiguration = BridgeConfiguration(),
    prepare: @escaping @Sendable (WebView) async throws -> Void
  ) throws {
    try self.init(configuration: configuration) { webView, _ in try await prepare(webView) }
  }

  /// The same, for interfaces that reach the server, such as a chat's.
  ///
  ///     let server = try BridgeServer { webView, server in
  ///       webView.addInterface(Chat(of: server), by: "chat")
  ///     }
  public convenience init(
    configuration: BridgeConfiguration = BridgeConfiguration(),
    prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) throws {
    try self.init(configuration: configuration, clock: ContinuousClock(), prepare: prepare)
  }

  /// The same, with routes beside the pages (docs/routes.md).
  /// - Parameter router: read once, now.
  public convenience init<Context: RequestContext>(
    configuration: BridgeConfiguration = BridgeConfiguration(), router: Router<Context>,
    prepare: @escaping @Sendable (WebView) async throws -> Void
  ) throws {
    try self.init(configuration: configuration, router: router) { webView, _ in try await prepare(webView) }
  }

  /// The same, with routes, for interfaces that reach the server.
  public convenience init<Context: RequestContext>(
    configuration: BridgeConfiguration = BridgeConfiguration(), router: Router<Context>,
    prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) throws {
    try self.init(configuration: configuration, routes: router.table(), clock: ContinuousClock(), prepare: prepare)
  }

  /// `clock` is what a socket's hello is waited for by.
  init(
    configuration: BridgeConfiguration, routes: RouteTable? = nil, clock: any Clock<Duration>,
    prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) throws {
    var configuration = configuration
    configuration.logger.handler = SparingLogHandler(configuration.logger.handler)
    if let log = configuration.accessLog { configuration.accessLog?.handler = SparingLogHandler(log.handler) }
    self.configuration = configuration
    // Declarations are written without listening anywhere: run() refuses.
    if configuration.declarations == nil { try NetworkExposure.check(configuration) }
    guard configuration.webViews.blockingCallTimeLimit > .zero else {
      throw BridgeServerError(
        """
        webViews.blockingCallTimeLimit is \(configuration.webViews.blockingCallTimeLimit): every blocking call would \
        fail at once. It must be above 0; .seconds(60) is the default.
        """)
    }
    let trust = try TrustPolicy(
      names: configuration.names, origins: configuration.origins, pageOrigins: configuration.pageOrigins)
    try trust.checkPageOrigins(schemes: configuration.schemes)
    let admission = try configuration.token.map { token throws(BridgeServerError) in
      Admission(
        token: try token.secret(makingFile: configuration.declarations == nil), trust: trust,
        logger: configuration.logger)
    }
    try configuration.downloads?.check()
    if configuration.navigationPolicy.frames.allow == nil, !configuration.navigationPolicy.frames.deny.isEmpty {
      configuration.logger.debug(
        """
        navigationPolicy.frames denies hosts, which Content-Security-Policy cannot express: iframes of other servers \
        are restricted only by what navigationPolicy.frames allows
        """)
    }
    registry = Registry(
      configuration: configuration.agreed, clock: clock, observer: BridgeMetrics(), prepare: prepare)
    self.routes = routes.map { ProgramRoutes(table: $0) }
    declarations = Declarations(registry: registry)
    let assembly = ServerAssembly(
      configuration: configuration, registry: registry, declarations: declarations, routes: self.routes, trust: trust,
      admission: admission)
    self.assembly = assembly
    server = Mutex(try assembly.makeServer())
    registry.belong(to: self)
  }

  /// Serves until the task is cancelled or the `ServiceGroup` shuts down gracefully: then it accepts no connections and
  /// no calls, answers those that it has accepted within ``BridgeConfiguration/shutdownTimeLimit``, tells the pages,
  /// and returns. Throws a ``BridgeServerError`` when it cannot start.
  public func run() async throws {
    StandardDescriptors.ensureOpen()
    FreedMemory.isReturned()
    DescriptorLimit.raise()
    do {
      try refuseToServeDeclarations()
      SecretFiles.warn(of: configuration)
      configuration.downloads?.removeLeftovers(logger: configuration.logger)
      if module != nil {
        let complete = try assembly.makeServer()
        server.withLock { $0 = complete }
      }
      let ports = try await running.start()
      assembly.noteMissingIndex()
      registry.listening.withLock { $0 = configuration.addresses(ports) }
      listening.succeed(urls(for: ports))
    } catch {
      let error = BridgeServerError(describing: error)
      listening.fail(error)
      await flushLog()
      throw error
    }
    // Ends by graceful shutdown, or by cancellation, which it throws: both mean the same here.
    try? await gracefulShutdown()
    // A task of its own: in one that is cancelled, every time limit would be over at once.
    await Task { await shutDown() }.value
    await flushLog()
  }

  /// What was logged comes out before the process may end, unless the log's reader stands still.
  private func flushLog() async {
    await configuration.logger.flushed(within: .seconds(1))
    await configuration.accessLog?.flushed(within: .seconds(1))
  }

  /// Shuts down within the limit and a moment more. It waits longer neither for requests nor for a web view whose
  /// function never returns.
  private func shutDown() async {
    let end = ContinuousClock.now + configuration.shutdownTimeLimit
    running.stopAccepting()
    routes?.streams.shutDown()
    registry.shutDown()
    let webViews = registry.webViews
    let (answered, teller) = AsyncStream<Void>.makeStream()
    for webView in webViews { webView.shutDown { teller.yield() } }
    let timer = Task {
      try? await Task.sleep(until: end)
      teller.finish()
    }
    var left = webViews.count
    if left > 0 {
      for await _ in answered {
        left -= 1
        if left == 0 { break }
      }
    }
    timer.cancel()
    if left > 0 {
      configuration.logger.warning("calls were not answered before the shutdown", metadata: ["webViews": "\(left)"])
      for webView in webViews { webView.cutOff() }
    }
    await running.stop(within: max(Self.finalAnswersTime, end - .now))
    for webView in webViews { webView.end() }
  }

  /// For the last answers to leave.
  private static let finalAnswersTime: Duration = .seconds(1)

  /// Runs until SIGINT or SIGTERM. Prints the addresses on standard output when connections are accepted. Where the
  /// configuration names a file for declarations, writes that instead. When functions that never return hold all of
  /// Swift's threads, or nobody reads the log, nothing can end in order: then the process exits with status 1 five
  /// seconds after ``BridgeConfiguration/shutdownTimeLimit``.
  public func runUntilSignal() async throws {
    if let path = configuration.declarations { return try await writeDeclarations(to: path) }
    // Before the first descriptor is made here.
    StandardDescriptors.ensureOpen()
    // A log, or the address below, that nobody reads any more must not end the process; libwebsockets does this too,
    // but later.
    signal(SIGPIPE, SIG_IGN)
    let group = ServiceGroup(
      services: [self], gracefulShutdownSignals: [.sigint, .sigterm], logger: configuration.logger)
    let announcement = Task {
      let lines = try await urls().map { "Open \($0.absoluteString)\n" }.joined()
      try FileHandle.standardOutput.write(contentsOf: Data(lines.utf8))
    }
    defer { announcement.cancel() }
    let terminationWatchdog = TerminationWatchdog(
      after: configuration.shutdownTimeLimit + Self.finalAnswersTime * 5, logger: configuration.logger)
    do {
      try await terminationWatchdog.whenSignalled(by: [SIGINT, SIGTERM]) { try await group.run() }
    } catch {
      throw BridgeServerError(describing: error)
    }
  }

  /// The address to open in a browser; waits until connections are accepted, and throws when that fails.
  public func url() async throws -> URL {
    try await urls()[0]
  }

  /// That of each listener: after the first ``BridgeConfiguration/listeners``, then
  /// ``BridgeConfiguration/remoteSnippets``. Waits likewise.
  public func urls() async throws -> [URL] {
    try await listening.value
  }

  /// The web views there are now, oldest first.
  public var webViews: [WebView] { registry.webViews }

  private var running: WebServer { server.withLock { $0 } }

  private func urls(for ports: [Int]) -> [URL] {
    let further =
      configuration.listeners.map { ($0.host, $0.tls) }
      + configuration.remoteSnippets.map { _ in (configuration.host, configuration.tls) }
    return zip([(configuration.host, configuration.tls)] + further, ports).map { listener, port in
      var components = URLComponents()
      components.scheme = listener.1 == .off ? "http" : "https"
      switch listener.0 {
      case "0.0.0.0", "::": components.host = "localhost"
      case let host where host.contains(":"): components.host = "[\(host)]"
      case let host: components.host = host
      }
      components.port = port
      components.path = "/"
      return components.url ?? URL(filePath: "/")
    }
  }
}
