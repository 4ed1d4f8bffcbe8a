public import HTTPTypes

/// The routes of a program beside its pages:
///
///     let router = Router()
///     router.get("/api/health") { request, context in Health(isWell: true) }
///     let server = try BridgeServer(configuration: configuration, router: router) { webView in … }
///
/// Filled before the server is made; what is added later is not served.
public final class Router<Context: RequestContext>: RouterMethods {
  private var entries = RouteTree<Entry>()
  private var middlewares = MiddlewareStack<Context>()

  /// Without routes.
  public init(context: Context.Type = BasicRequestContext.self) {}

  /// Adds a route, within the middleware that were added before it. The last one of a path and method counts.
  @discardableResult
  public func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self {
    let endpoint = Endpoint(route.behind(middlewares), at: path)
    entries.update(path) { entry in
      var endpoints = entry?.endpoints ?? []
      endpoints.removeAll { $0.method == method }
      endpoints.append((method, endpoint))
      entry = Entry(endpoints: endpoints)
    }
    return self
  }

  /// Puts middleware around the routes that are added after it, and around what no route answers: documents, and
  /// addresses where there is nothing. The bridge's own paths, `/_bridge/…`, have none around them.
  @discardableResult
  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    middlewares.add(middleware)
    return self
  }

  /// What the server needs.
  package func table() -> RouteTable {
    let middlewares = middlewares
    guard !middlewares.isEmpty else { return RouteTable(entries: entries, surrounding: nil) }
    return RouteTable(entries: entries) { request, source, next in
      try await middlewares.around { request, _ in try await next(request) }(request, Context(source: source))
    }
  }
}
