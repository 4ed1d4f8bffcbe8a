public import HTTPTypes

/// Routes whose paths begin alike, with middleware and options of their own.
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

  /// Adds a route behind the group's path, within what its parent has around it.
  @discardableResult
  public func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self {
    var route = route.behind(middlewares)
    route.options.formUnion(options)
    parent.on(self.path.appending(path), method: method, route: route)
    return self
  }

  /// Puts middleware around the routes that are added to the group after it.
  @discardableResult
  public func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self {
    middlewares.add(middleware)
    return self
  }
}
