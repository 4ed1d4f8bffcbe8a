import Logging
import SnippetBridgeWebServer

/// The components from which a ``BridgeServer`` creates its web server.
struct ServerAssembly: Sendable {
  private let configuration: BridgeConfiguration
  private let registry: Registry
  private let declarations: Declarations
  private let routes: ProgramRoutes?
  private let trust: TrustPolicy
  private let admission: Admission?
  /// The listeners' documents, without the page script.
  private let documents: [DocumentServer]
  /// The program's Content-Security-Policy, without the sources for the page script.
  private let policy: ContentSecurityPolicy?
  /// The targets of the proxied sites.
  private let upstreams: [Upstream]
  let webServer: WebServerConfiguration
  /// The observer for requests. It uses the metrics and tracing backends that were set up when the server was created.
  private let requestLog: RequestLog?

  /// Indicates whether this is a server of the program, and not that of the inspector.
  private let isObserved: Bool

  /// Creates the components. Throws a ``BridgeServerError`` if the configuration is invalid.
  /// - Parameter isObserved: Whether the requests appear in the access log, the metrics and the traces of the program.
  init(
    configuration: BridgeConfiguration, registry: Registry, declarations: Declarations, routes: ProgramRoutes?,
    trust: TrustPolicy, admission: Admission?, isObserved: Bool
  ) throws(BridgeServerError) {
    self.configuration = configuration
    self.registry = registry
    self.declarations = declarations
    self.routes = routes
    self.trust = trust
    self.admission = admission
    policy = try configuration.contentSecurityPolicy.map(ContentSecurityPolicy.checked)
    if let names = policy?.unknownNames, !names.isEmpty {
      configuration.logger.warning(
        "the Content-Security-Policy has directives that browsers may not know",
        metadata: ["directives": "\(names.joined(separator: " "))"])
    }
    for (index, place) in configuration.places.enumerated() where place.port != 0 {
      guard !configuration.places[..<index].contains(where: { $0 == place }) else {
        throw BridgeServerError(
          "Two settings name port \(place.port) of \(place.host). Give each listener and each proxied site its own port."
        )
      }
    }
    let first = try DocumentServer(configuration)
    documents =
      [first]
      + (try configuration.listeners.map { listener throws(BridgeServerError) in
        try DocumentServer(configuration, listener: listener)
      })
    upstreams = try SiteContext.upstreams(of: configuration)
    webServer = try configuration.agreed.webServer()
    self.isObserved = isObserved
    requestLog = isObserved ? RequestLog(accessLog: configuration.accessLog) : nil
  }

  /// Logs a notice if a request for `/` would result in a 404 response.
  func noteMissingIndex() {
    guard registry.module == nil, routes == nil, configuration.documentFallback == nil, configuration.documents == nil,
      !documents[0].hasIndex
    else { return }
    configuration.logger.notice(
      "the document root has no index.html, so / responds with 404: add one or open a page by its path",
      metadata: ["root": "\(configuration.root)"])
  }

  /// Creates the web server. Call this only after a module has been added, because the page script depends on the
  /// module.
  func makeServer(_ webServer: WebServerConfiguration) -> WebServer {
    let hasLane = configuration.isolation != .none
    let hasModule = registry.module != nil
    let pageScript = PageScript(
      notice: configuration.connectionNotice, hasLane: hasLane,
      intercepts: configuration.interceptor != nil || configuration.navigationDelegate != nil
        || !configuration.navigationPolicy.allowsEverything || hasModule,
      parts: configuration.servedParts, handsDownloadsOn: configuration.downloads?.alsoSavesInBrowser == true,
      hasIframes: hasModule, session: registry.module?.sessionScript,
      development: isObserved ? DevelopmentLink.shared?.script : nil,
      isInspected: configuration.inspectorPort != nil)
    registry.policy.setPagePolicy(policy?.admitting(pageScript.sources, worker: hasLane).text)
    registry.sites.use(
      SiteContext(
        configuration: configuration, pageScript: pageScript, trust: trust, admission: admission,
        navigationPolicy: registry.policy), to: upstreams)
    registry.module?.use(
      InsertedScripts(tags: String(decoding: pageScript.tag, as: UTF8.self), sources: pageScript.sources),
      OwnResponses(documents[0], routes, logger: configuration.logger))
    var webServer = webServer
    if let forwarding = registry.forwarding { webServer.forwardedPeer = { forwarding.peer(in: $0) } }
    return WebServer(
      configuration: webServer,
      handler: RequestRouter(
        registry: registry, documents: documents.map { $0.injecting(pageScript.tag) }, pageScript: pageScript,
        isolation: configuration.isolation.policy.flatMap { AddedHeaders("Document-Isolation-Policy", $0) },
        declarations: declarations,
        trust: trust, pageOrigins: PageOrigins(configuration.pageOrigins), admission: admission, routes: routes,
        logger: configuration.logger),
      observer: requestLog,
      logger: configuration.logger)
  }
}
