public import HTTPTypes

/// A type to which routes are added: ``Router`` or ``RouterGroup``.
public protocol RouterMethods<Context> {
  /// The type of the values that accompany a request.
  associatedtype Context: RequestContext

  /// Adds a route.
  @discardableResult
  func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self

  /// Adds middleware around the routes that are added later.
  @discardableResult
  func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self
}

/// A route's handler. It runs in its own task and not on an event loop. The task is cancelled when the client
/// disconnects.
public typealias RouteHandler<Context, Output> = @Sendable (Request, Context) async throws -> Output

/// The handler for one path and method.
public struct Route<Context: RequestContext>: Sendable {
  /// The security checks that the server skips for this route.
  public var options: RouteOptions
  var respond: Responder<Context>
  /// The handler that runs on the event loop; nil if the route is not immediate or has middleware. It is used only for
  /// requests without a body.
  var respondAtOnce: (@Sendable (Request, Context) throws -> Response)?

  /// Creates a route.
  public init<Output: ResponseGenerator>(
    options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) {
    self.options = options
    respond = { request, context in
      try await handler(request, context).response(from: request, context: context)
    }
  }

  /// Creates an immediate route.
  /// - Parameter handler: The handler, which runs on the event loop that has read the request. It must return quickly
  ///   and must not block.
  public init<Output: ResponseGenerator>(
    immediate handler: @escaping @Sendable (Request, Context) throws -> Output, options: RouteOptions = []
  ) {
    self.options = options
    let respond = { @Sendable (request: Request, context: Context) throws -> Response in
      try handler(request, context).response(from: request, context: context)
    }
    self.respond = respond
    respondAtOnce = respond
  }

  func behind(_ middlewares: MiddlewareStack<Context>) -> Route {
    guard !middlewares.isEmpty else { return self }
    var route = self
    route.respond = middlewares.around(respond)
    route.respondAtOnce = nil
    return route
  }
}

extension RouterMethods {
  /// Adds a group of routes whose paths begin with `path`. The group has its own middleware and options.
  public func group(_ path: RouterPath = "", options: RouteOptions = []) -> RouterGroup<Context> {
    RouterGroup(path: path, options: options, parent: self)
  }

  /// Adds a route for any method.
  @discardableResult
  public func on<Output: ResponseGenerator>(
    _ path: RouterPath, method: HTTPRequest.Method, options: RouteOptions = [],
    use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: method, route: Route(options: options, use: handler))
  }

  /// Adds a route for GET and HEAD.
  @discardableResult
  public func get<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .get, options: options, use: handler)
  }

  /// Adds a route for GET and HEAD. If `immediate` is true, the handler runs on the event loop that has read the
  /// request, without a switch to another thread. It must not block or run for longer than microseconds. If the route
  /// has middleware, the handler runs in a task instead.
  @discardableResult
  public func get<Output: ResponseGenerator>(
    _ path: RouterPath = "", immediate: Bool, options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) throws -> Output
  ) -> Self {
    on(
      path, method: .get,
      route: immediate ? Route(immediate: handler, options: options) : Route(options: options, use: handler))
  }

  /// Adds a route for HEAD only.
  @discardableResult
  public func head<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .head, options: options, use: handler)
  }

  /// Adds a route for POST.
  @discardableResult
  public func post<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .post, options: options, use: handler)
  }

  /// Adds a route for PUT.
  @discardableResult
  public func put<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .put, options: options, use: handler)
  }

  /// Adds a route for PATCH.
  @discardableResult
  public func patch<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .patch, options: options, use: handler)
  }

  /// Adds a route for DELETE.
  @discardableResult
  public func delete<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [], use handler: @escaping RouteHandler<Context, Output>
  ) -> Self {
    on(path, method: .delete, options: options, use: handler)
  }
}
