import DSBridgeLocks
public import Foundation
import Logging
import SnippetBridgePlatform
public import SnippetBridgeRoutes
import SnippetBridgeWebServer

/// A server for web pages. Each browser tab that shows one of its pages is a ``WebView``.
///
///     let server = try BridgeServer(configuration: .init(root: "public")) { webView in
///       webView.addInterface(Calculator(), by: nil)
///     }
///     try await server.runUntilSignal()
///
/// The product `SnippetBridgeLifecycle` makes a server a service of swift-service-lifecycle. A server can run only
/// once.
public final class BridgeServer: Sendable {
  /// The configuration that was passed to the initializer.
  public let configuration: BridgeConfiguration
  /// Whether this is a server of the program, and not that of the inspector.
  let isObserved: Bool
  let trust: TrustPolicy
  let admission: Admission?
  /// The listeners' documents, without the page script.
  let documents: [DocumentServer]
  /// The program's Content-Security-Policy, without the sources for the page script.
  let pagePolicy: ContentSecurityPolicy?
  /// The targets of the proxied sites.
  let upstreams: [Upstream]
  private let webServer: WebServerConfiguration
  /// The observer for requests. It uses the metrics and tracing backends that were set up when the server was created.
  let requestLog: RequestLog?
  private let hasStarted = Atomic(false)
  /// The underlying web server, or `nil` before it has started.
  let running = Mutex<WebServer?>(nil)
  /// The services that ``runUntilSignal()`` runs beside the server.
  let companionServices = Mutex<[any CompanionService]>([])
  /// The closure with which the shutdown begins.
  let firstOfShutdown = Mutex<(@Sendable () async -> Void)?>(nil)
  let registry: Registry
  /// The URLs of the listeners, or the reason why the server cannot start; `nil` before the server is listening.
  private let listening = Observed<Result<[URL], BridgeServerError>?>(nil) { _, _ in false }
  let declarations: Declarations
  let routes: ProgramRoutes?
  private let inspector: Inspector?

  /// Creates a server. Reads the files that the configuration refers to. Throws a ``BridgeServerError`` if the
  /// configuration is invalid.
  /// - Parameter prepare: A closure that is called once for each new web view, on any thread, to add interfaces. Calls
  ///   from the web view's page wait until the closure has returned. If the closure throws, the page shows an error
  ///   view with the reason. Pages of proxied sites are prepared by ``prepare(proxiedSite:_:)`` instead.
  public convenience init(
    configuration: BridgeConfiguration = BridgeConfiguration(),
    prepare: @escaping @Sendable (WebView) async throws -> Void
  ) throws {
    try self.init(configuration: configuration) { webView, _ in try await prepare(webView) }
  }

  /// Creates a server with interfaces that need the server itself, such as those of a chat.
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

  /// Creates a server with routes in addition to its pages (docs/guides/routes.md).
  /// - Parameter router: The routes. Routes that are added to the router later are not served.
  public convenience init<Context: RequestContext>(
    configuration: BridgeConfiguration = BridgeConfiguration(), router: Router<Context>,
    prepare: @escaping @Sendable (WebView) async throws -> Void
  ) throws {
    try self.init(configuration: configuration, router: router) { webView, _ in try await prepare(webView) }
  }

  /// Creates a server with routes, and with interfaces that need the server itself.
  public convenience init<Context: RequestContext>(
    configuration: BridgeConfiguration = BridgeConfiguration(), router: Router<Context>,
    prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) throws {
    try self.init(configuration: configuration, routes: router.table(), clock: ContinuousClock(), prepare: prepare)
  }

  /// Creates a server.
  /// - Parameters:
  ///   - clock: The clock that measures time limits, such as the limit for a socket's hello.
  ///   - isObserved: Whether the program's access log, metrics and traces contain this server.
  init(
    configuration: BridgeConfiguration, routes: RouteTable? = nil, clock: any Clock<Duration>,
    isObserved: Bool = true, prepare: @escaping @Sendable (WebView, BridgeServer) async throws -> Void
  ) throws {
    var configuration = configuration
    configuration.logger.handler = SparingLogHandler(configuration.logger.handler)
    if let log = configuration.accessLog { configuration.accessLog?.handler = SparingLogHandler(log.handler) }
    // `snippet-bridge types` sets this variable, because not every program has the option `--declarations`.
    if let path = ProcessInfo.processInfo.environment["SNIPPETBRIDGE_DECLARATIONS"] {
      configuration.declarations = path
    }
    self.configuration = configuration
    // A server that writes declarations never listens, because `run()` throws an error. Therefore, it does not need
    // this check.
    if configuration.declarations == nil { try NetworkExposure.check(configuration) }
    guard configuration.webViews.blockingCallTimeLimit > .zero else {
      throw BridgeServerError(
        """
        webViews.blockingCallTimeLimit is \(configuration.webViews.blockingCallTimeLimit), but must be above 0. The \
        default is .seconds(60).
        """)
    }
    trust = try TrustPolicy(
      names: configuration.names, origins: configuration.origins, pageOrigins: configuration.pageOrigins)
    try trust.checkPageOrigins(schemes: configuration.schemes)
    if let domain = configuration.siteDomain { try SiteHosts.domain(domain).check(besides: trust.names) }
    let token = try configuration.token?.secret(
      makingFile: configuration.declarations == nil, logger: configuration.logger)
    admission = token.map { [trust] in Admission(token: $0, trust: trust, logger: configuration.logger) }
    try configuration.downloads?.check()
    if configuration.navigationPolicy.iframes.allow == nil, !configuration.navigationPolicy.iframes.deny.isEmpty {
      configuration.logger.debug(
        """
        navigationPolicy.iframes denies hosts, which Content-Security-Policy cannot express: iframes of other servers \
        are restricted only by what navigationPolicy.iframes allows
        """)
    }
    registry = Registry(
      configuration: configuration.agreed, clock: clock, observer: isObserved ? BridgeMetrics() : nil,
      wireLog: configuration.observesWire
        ? WireLog(masking: Masking(names: configuration.maskedNames, texts: [token].compactMap(\.self))) : nil)
    self.routes = routes.map { ProgramRoutes(table: $0) }
    declarations = Declarations(registry: registry)
    pagePolicy = try configuration.parsedPolicy()
    try configuration.checkPorts()
    documents =
      [try DocumentServer(configuration)]
      + (try configuration.listeners.map { try DocumentServer(configuration, listener: $0) })
    upstreams = try SiteContext.upstreams(of: configuration)
    webServer = try configuration.agreed.webServer()
    self.isObserved = isObserved
    requestLog = isObserved ? RequestLog(accessLog: configuration.accessLog) : nil
    inspector =
      if let port = configuration.inspectorPort, configuration.declarations == nil, let log = registry.wireLog {
        try Inspector(of: configuration, port: port, registry: registry, log: log)
      } else { nil }
    registry.setPreparation(ofProxiedSite: nil) { [weak self] webView in
      if let self { try await prepare(webView, self) }
    }
  }

  /// Serves until the task is cancelled. Throws a ``BridgeServerError`` if the server cannot start.
  ///
  /// After the cancellation, the server stops accepting connections and calls. It answers the calls that it has already
  /// accepted within ``BridgeConfiguration/shutdownTimeLimit``. Then it informs the pages, and this function returns.
  public func run() async throws {
    StandardDescriptors.ensureOpen()
    SystemMemory.returnFreedBlocks()
    DescriptorLimit.raise()
    guard !hasStarted.exchange(true, ordering: .relaxed) else {
      throw BridgeServerError("This server was already started. Create a new BridgeServer.")
    }
    let server: WebServer
    let recorder: WireRecorder?
    do {
      try refuseToServeDeclarations()
      SecretFiles.warn(of: configuration)
      configuration.downloads?.removeLeftovers(logger: configuration.logger)
      let link = DevelopmentLink.shared
      var webServer = webServer
      link?.adjust(&webServer, of: self)
      server = makeServer(webServer)
      let ports = try await server.start()
      // A recording replaces the file only after the start, because a program that already uses the port and the file
      // may still be running.
      do { recorder = try makeRecorder() } catch {
        await server.stop(within: .zero)
        throw error
      }
      noteMissingIndex()
      running.withLock { $0 = server }
      registry.sites.begin(ports)
      registry.listening.withLock { $0 = configuration.addresses(ports) }
      await startInspector()
      let urls = zip(configuration.places, ports).map { place, port in
        url(of: place.site, host: place.host, tls: place.tls, port: port)
      }
      listening.set(.success(urls))
      link?.started(self, at: urls, webServer.listeners, ports: ports)
    } catch {
      let error = BridgeServerError(describing: error)
      listening.set(.failure(error))
      await flushLog()
      throw error
    }
    let (end, continuation) = AsyncStream<Never>.makeStream()
    for await _ in end {}
    continuation.finish()
    // This task may be cancelled. Shut down in a new task, because all time limits would expire immediately in a
    // cancelled one.
    await Task {
      await shutDown(server)
      await inspector?.stop()
      await recorder?.end()
    }.value
    await flushLog()
  }

  /// The log of the wire messages, or `nil` if no developer tool needs it.
  package var wireLog: WireLog? { registry.wireLog }

  private func makeRecorder() throws(BridgeServerError) -> WireRecorder? {
    guard let log = wireLog, let path = configuration.recordingFile else { return nil }
    return try WireRecorder(of: log, to: RecordingFile(path: path), at: path, logger: configuration.logger)
  }

  /// Starts the inspector, if there is one. If the inspector cannot start, logs the error, and the server still serves.
  private func startInspector() async {
    do {
      let port = try await inspector?.start()
      registry.inspectorPort.withLock { $0 = port }
    } catch {
      // The server may have to end while it starts.
      guard !Task.isCancelled else { return }
      configuration.logger.error("there is no inspector", metadata: ["reason": "\(error)"])
    }
  }

  /// Writes pending log entries before the process ends. If a log's output is blocked, gives up after one second.
  private func flushLog() async {
    await configuration.logger.flushed(within: .seconds(1))
    await configuration.accessLog?.flushed(within: .seconds(1))
  }

  /// Returns the server's URL for browsers. Waits until the server accepts connections. Throws if the server cannot
  /// start, or if the task is cancelled while it waits.
  public func url() async throws -> URL { try await urls()[0] }

  /// Returns the URLs of all listeners: the main listener, then ``BridgeConfiguration/listeners``, then
  /// ``BridgeConfiguration/proxiedSites``. Waits and throws like ``url()``.
  public func urls() async throws -> [URL] {
    if let result = listening.value { return try result.get() }
    for await result in listening.values { if let result { return try result.get() } }
    throw CancellationError()
  }

  /// The current web views, oldest first.
  public var webViews: [WebView] { registry.webViews }

  /// Returns the URL at which browsers reach a listener.
  /// - Parameter site: The name of the proxied site to which the listener belongs, or `nil`.
  func url(of site: String?, host: String, tls: BridgeConfiguration.TLS, port: Int) -> URL {
    var components = URLComponents()
    components.scheme = tls == .off ? "http" : "https"
    // A browser on this machine reaches a site even if there is no domain for other machines.
    let domain = ListeningHost.isReachableFromNetwork(host) ? registry.sites.hosts.domain : nil
    switch host {
    case _ where site != nil: components.host = "\(site ?? "").\(domain?.description ?? "localhost")"
    case "0.0.0.0", "::": components.host = "localhost"
    case let host where host.contains(":"): components.host = "[\(host)]"
    case let host: components.host = host
    }
    components.port = port
    components.path = "/"
    return components.url ?? URL(filePath: "/")
  }
}
