/// Stands around a handler. It may change the request and the response, answer by itself, or handle an error.
public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  /// The request.
  associatedtype Input
  /// The response.
  associatedtype Output
  /// What goes along with the request.
  associatedtype Context

  /// `next` is the next middleware, or the handler.
  func handle(_ input: Input, context: Context, next: (Input, Context) async throws -> Output) async throws -> Output
}

/// Stands around routes:
///
///     struct Timing<Context: RequestContext>: RouterMiddleware {
///       func handle(
///         _ request: Request, context: Context, next: (Request, Context) async throws -> Response
///       ) async throws -> Response { … }
///     }
public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

/// Middleware in the order in which they were added: the first is the outermost.
struct MiddlewareStack<Context: RequestContext>: Sendable {
  typealias Responder = @Sendable (Request, Context) async throws -> Response

  private(set) var middlewares: [any MiddlewareProtocol<Request, Response, Context>] = []

  var isEmpty: Bool { middlewares.isEmpty }

  mutating func add(_ middleware: any MiddlewareProtocol<Request, Response, Context>) {
    middlewares.append(middleware)
  }

  func around(_ responder: @escaping Responder) -> Responder {
    middlewares.reversed().reduce(responder) { next, middleware in
      { request, context in try await middleware.respond(to: request, context: context, next: next) }
    }
  }
}

extension MiddlewareProtocol where Input == Request, Output == Response {
  fileprivate func respond(
    to request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    try await handle(request, context: context, next: next)
  }
}
