public import HTTPTypes

/// The routes that a program serves in addition to its pages:
///
///     let router = Router()
///     router.get("/api/health") { request, context in Health(isWell: true) }
///     let server = try BridgeServer(configuration: configuration, router: router) { webView in … }
///
/// Add all routes before you create the server. Routes that are added later are not served.
public final class Router<Context: RequestContext>: RouterMethods {
  private var endpoints = RouteTree<[HTTPRequest.Method: Endpoint]>()
  private var middlewares = MiddlewareStack<Context>()

  /// Creates a router without routes.
  public init(context: Context.Type = BasicRequestContext.self) {}

  /// Adds a route. Middleware that was added before runs around its handler. The route replaces an earlier route with
  /// the same path and method.
  @discardableResult
  public func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self {
    let endpoint = Endpoint(route.behind(middlewares), at: path)
    endpoints.update(path) { $0 = ($0 ?? [:]).merging([method: endpoint]) { $1 } }
    return self
  }

  /// Adds middleware around the routes that are added later, and around requests that match no route, such as requests
  /// for documents and unknown paths. Middleware does not run for the bridge's own paths, `/_bridge/…`.
  @discardableResult
  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    middlewares.append(middleware)
    return self
  }

  /// Returns the route table for the server.
  package func table() -> RouteTable {
    let middlewares = middlewares
    guard !middlewares.isEmpty else { return RouteTable(endpoints: endpoints, surrounding: nil) }
    return RouteTable(endpoints: endpoints) { request, source, next in
      try await middlewares.around { request, _ in try await next(request) }(request, Context(source: source))
    }
  }
}
