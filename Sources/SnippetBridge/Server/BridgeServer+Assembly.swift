import Logging
import SnippetBridgeWebServer

extension BridgeConfiguration {
  /// Returns the program's Content-Security-Policy, without the sources for the page script. Throws if it is invalid.
  func parsedPolicy() throws(BridgeServerError) -> ContentSecurityPolicy? {
    let policy = try contentSecurityPolicy.map(ContentSecurityPolicy.checked)
    if let names = policy?.unknownNames, !names.isEmpty {
      logger.warning(
        "the Content-Security-Policy has directives that browsers may not know",
        metadata: ["directives": "\(names.joined(separator: " "))"])
    }
    return policy
  }

  /// Throws if two listeners have the same address. The inspector also has a listener.
  func checkPorts() throws(BridgeServerError) {
    let places = places.map { (host: $0.host, port: $0.port) } + (inspectorPort.map { [(host: host, port: $0)] } ?? [])
    for (index, place) in places.enumerated() where place.port != 0 {
      guard !places[..<index].contains(where: { $0.host == place.host && $0.port == place.port }) else {
        throw BridgeServerError(
          """
          Two settings name port \(place.port) of \(place.host). Give each listener, each proxied site and the \
          inspector its own port.
          """)
      }
    }
  }
}

/// The creation of the web server from its components.
extension BridgeServer {
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
      development: isObserved ? DevelopmentLink.shared?.script : nil, isInspected: configuration.inspectorPort != nil)
    registry.policy.setPagePolicy(pagePolicy?.admitting(pageScript.sources, worker: hasLane).text)
    registry.sites.use(
      SiteContext(
        configuration: configuration, ownNames: webServer.names, pageScript: pageScript, trust: trust,
        admission: admission,
        navigationPolicy: registry.policy), to: upstreams)
    registry.module?.use(
      pageScript, OwnResponses(documents: documents[0], routes: routes, logger: configuration.logger))
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
      observer: requestLog, logger: configuration.logger)
  }
}
