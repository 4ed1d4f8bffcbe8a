public import HTTPTypes

/// Routes with a common path prefix, middleware and options.
public final class RouterGroup<Context: RequestContext>: RouterMethods {
  private let path: RouterPath
  private let options: RouteOptions
  private let parent: any RouterMethods<Context>
  private var middlewares = MiddlewareStack<Context>()

  init(path: RouterPath, options: RouteOptions, parent: any RouterMethods<Context>) {
    self.path = path
    self.options = options
    self.parent = parent
  }

  /// Adds a route below the group's path. The parent's middleware runs around the group's middleware.
  @discardableResult
  public func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self {
    var route = route.behind(middlewares)
    route.options.formUnion(options)
    parent.on(self.path.appending(path), method: method, route: route)
    return self
  }

  /// Adds middleware around the routes that are added to the group later.
  @discardableResult
  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    middlewares.append(middleware)
    return self
  }
}
