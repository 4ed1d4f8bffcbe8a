public import HTTPTypes

/// What takes routes: a ``Router``, a ``RouterGroup``.
public protocol RouterMethods<Context> {
  /// What goes along with a request.
  associatedtype Context: RequestContext

  /// Adds a route.
  @discardableResult
  func on(_ path: RouterPath, method: HTTPRequest.Method, route: Route<Context>) -> Self

  /// Puts middleware around the routes that are added after it.
  @discardableResult
  func add(middleware: any MiddlewareProtocol<Request, Response, Context>) -> Self
}

/// What answers the requests for one path and method.
public struct Route<Context: RequestContext>: Sendable {
  /// What it does without.
  public var options: RouteOptions
  var respond: @Sendable (Request, Context) async throws -> Response
  /// The handler for the event loop, where the route is immediate and has neither body nor middleware.
  var respondAtOnce: (@Sendable (Request, Context) throws -> Response)?

  /// - Parameter handler: runs in a task of its own, off the event loops, which is cancelled when the client goes.
  public init<Output: ResponseGenerator>(
    options: RouteOptions = [], use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) {
    self.options = options
    respond = { request, context in
      try await handler(request, context).response(from: request, context: context)
    }
  }

  /// - Parameter handler: runs on the event loop that has read the request: it must neither block nor take long.
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
  /// Routes whose paths begin with `path`, and that have middleware and options of their own besides.
  public func group(_ path: RouterPath = "", options: RouteOptions = []) -> RouterGroup<Context> {
    RouterGroup(path: path, options: options, parent: self)
  }

  /// Adds a route for any method.
  @discardableResult
  public func on<Output: ResponseGenerator>(
    _ path: RouterPath, method: HTTPRequest.Method, options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: method, route: Route(options: options, use: handler))
  }

  /// Adds a route for GET, and HEAD.
  @discardableResult
  public func get<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .get, options: options, use: handler)
  }

  /// Adds a route for GET, and HEAD, whose handler takes microseconds: where `immediate` is true it runs on the event
  /// loop that has read the request, without a hand-over to another thread. It must not block. Behind middleware it
  /// runs as any other.
  @discardableResult
  public func get<Output: ResponseGenerator>(
    _ path: RouterPath = "", immediate: Bool, options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) throws -> Output
  ) -> Self {
    on(
      path, method: .get,
      route: immediate ? Route(immediate: handler, options: options) : Route(options: options, use: handler))
  }

  /// Adds a route for HEAD alone.
  @discardableResult
  public func head<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .head, options: options, use: handler)
  }

  /// Adds a route for POST.
  @discardableResult
  public func post<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .post, options: options, use: handler)
  }

  /// Adds a route for PUT.
  @discardableResult
  public func put<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .put, options: options, use: handler)
  }

  /// Adds a route for PATCH.
  @discardableResult
  public func patch<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .patch, options: options, use: handler)
  }

  /// Adds a route for DELETE.
  @discardableResult
  public func delete<Output: ResponseGenerator>(
    _ path: RouterPath = "", options: RouteOptions = [],
    use handler: @escaping @Sendable (Request, Context) async throws -> Output
  ) -> Self {
    on(path, method: .delete, options: options, use: handler)
  }
}
