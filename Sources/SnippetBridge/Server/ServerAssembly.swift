import Logging
import Locks
import WebServer

/// What a ``BridgeServer`` puts its web server together from.
struct ServerAssembly: Sendable {
  let configuration: BridgeConfiguration
  let registry: Registry
  let declarations: Declarations
  let routes: ProgramRoutes?
  let trust: TrustPolicy
  let admission: Admission?

  /// Logs that a browser that opens the server's address gets a 404.
  func noteMissingIndex() {
    guard registry.module == nil, routes == nil, configuration.documentFallback == nil, configuration.documents == nil,
      let documents = try? DocumentServer(configuration, injecting: []), !documents.hasIndex
    else { return }
    configuration.logger.notice(
      "the document root has no index.html, so / is answered 404: add one, or open a page by its name",
      metadata: ["root": "\(configuration.root)"])
  }

  /// Throws a ``BridgeServerError`` when what the configuration names is not usable.
  func makeServer() throws -> WebServer {
    let hasLane = configuration.isolation != .none
    let hasModule = registry.module != nil
    let shim = Shim(
      notice: configuration.connectionNotice, hasLane: hasLane,
      intercepts: configuration.interceptor != nil || !configuration.navigationPolicy.allowsEverything || hasModule,
      parts: configuration.servedParts, handsDownloadsOn: configuration.downloads?.areHandedOn == true,
      hasFrames: hasModule)
    if let module = registry.module {
      let scripts = PageScripts(tags: String(decoding: shim.tag, as: UTF8.self), sources: shim.sources)
      module.use(scripts, try OwnResponses(configuration, routes))
    }
    let ownPolicy = try configuration.contentSecurityPolicy.map { text throws(BridgeServerError) in
      let policy = try ContentSecurityPolicy.checked(text)
      if !policy.unknownNames.isEmpty {
        configuration.logger.warning(
          "the Content-Security-Policy has directives that browsers may not know",
          metadata: ["directives": "\(policy.unknownNames.joined(separator: " "))"])
      }
      return policy.admitting(shim.sources, worker: hasLane).text
    }
    // Of several policies, which a comma separates, a browser follows all.
    let policies = [ownPolicy, configuration.navigationPolicy.directives(own: configuration.origins)].compactMap(\.self)
    let policy = policies.isEmpty ? nil : policies.joined(separator: ", ")
    var documents = [try DocumentServer(configuration, injecting: shim.tag)]
    for listener in configuration.listeners {
      documents.append(try DocumentServer(configuration, listener: listener, injecting: shim.tag))
    }
    let remotes = try RemoteProxy.all(
      of: configuration, injecting: .init(tag: shim.tag, sources: shim.sources, hasWorker: hasLane), trust: trust,
      admission: admission)
    return WebServer(
      configuration: try configuration.agreed.webServer(),
      handler: RequestRouter(
        registry: registry, documents: documents, shim: shim,
        policy: policy.flatMap { AddedHeaders("Content-Security-Policy", $0) },
        isolation: configuration.isolation.policy.flatMap { AddedHeaders("Document-Isolation-Policy", $0) },
        declarations: declarations,
        trust: trust, pageOrigins: PageOrigins(configuration.pageOrigins), admission: admission, routes: routes,
        remotes: remotes,
        logger: configuration.logger),
      observer: RequestLog(accessLog: configuration.accessLog),
      logger: configuration.logger)
  }
}
