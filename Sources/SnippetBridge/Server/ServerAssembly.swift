import DSBridgeLocks
import Logging
import SnippetBridgeWebServer

/// The parts from which a ``BridgeServer`` creates its web server.
struct ServerAssembly: Sendable {
  let configuration: BridgeConfiguration
  let registry: Registry
  let declarations: Declarations
  let routes: ProgramRoutes?
  let trust: TrustPolicy
  let admission: Admission?

  /// Logs a notice if the server's root address would be answered with status 404.
  func noteMissingIndex() {
    guard registry.module == nil, routes == nil, configuration.documentFallback == nil, configuration.documents == nil,
      let documents = try? DocumentServer(configuration, injecting: []), !documents.hasIndex
    else { return }
    configuration.logger.notice(
      "the document root has no index.html, so / responds with 404: add one or open a page by its path",
      metadata: ["root": "\(configuration.root)"])
  }

  /// Creates the web server. Throws a ``BridgeServerError`` if the configuration is not usable.
  func makeServer() throws -> WebServer {
    let hasLane = configuration.isolation != .none
    let hasModule = registry.module != nil
    let pageScript = PageScript(
      notice: configuration.connectionNotice, hasLane: hasLane,
      intercepts: configuration.interceptor != nil || !configuration.navigationPolicy.allowsEverything || hasModule,
      parts: configuration.servedParts, handsDownloadsOn: configuration.downloads?.alsoSavesInBrowser == true,
      hasIframes: hasModule, session: registry.module?.sessionScript)
    if let module = registry.module {
      let scripts = InsertedScripts(tags: String(decoding: pageScript.tag, as: UTF8.self), sources: pageScript.sources)
      module.use(scripts, try OwnResponses(configuration, routes))
    }
    let ownPolicy = try configuration.contentSecurityPolicy.map { text throws(BridgeServerError) in
      let policy = try ContentSecurityPolicy.checked(text)
      if !policy.unknownNames.isEmpty {
        configuration.logger.warning(
          "the Content-Security-Policy has directives that browsers may not know",
          metadata: ["directives": "\(policy.unknownNames.joined(separator: " "))"])
      }
      return policy.admitting(pageScript.sources, worker: hasLane).text
    }
    // A browser enforces all of several policies, which are separated by commas.
    let policies = [ownPolicy, configuration.navigationPolicy.directives(own: configuration.origins)].compactMap(\.self)
    let policy = policies.isEmpty ? nil : policies.joined(separator: ", ")
    var documents = [try DocumentServer(configuration, injecting: pageScript.tag)]
    for listener in configuration.listeners {
      documents.append(try DocumentServer(configuration, listener: listener, injecting: pageScript.tag))
    }
    let siteProxies = try SiteProxy.all(
      of: configuration,
      injecting: .init(tag: pageScript.tag, sources: pageScript.sources, hasWorker: hasLane), trust: trust,
      admission: admission)
    return WebServer(
      configuration: try configuration.agreed.webServer(),
      handler: RequestRouter(
        registry: registry, documents: documents, pageScript: pageScript,
        policy: policy.flatMap { AddedHeaders("Content-Security-Policy", $0) },
        isolation: configuration.isolation.policy.flatMap { AddedHeaders("Document-Isolation-Policy", $0) },
        declarations: declarations,
        trust: trust, pageOrigins: PageOrigins(configuration.pageOrigins), admission: admission, routes: routes,
        siteProxies: siteProxies,
        logger: configuration.logger),
      observer: RequestLog(accessLog: configuration.accessLog),
      logger: configuration.logger)
  }
}
