/// A processing step around a route's handler. A middleware may change the request or the response, respond in place of
/// the handler, or handle an error.
public protocol MiddlewareProtocol<Input, Output, Context>: Sendable {
  /// The type of the request.
  associatedtype Input
  /// The type of the response.
  associatedtype Output
  /// The type of the values that accompany the request.
  associatedtype Context

  /// Handles a request. The closure `next` calls the next middleware or, after the last one, the handler.
  func handle(_ input: Input, context: Context, next: (Input, Context) async throws -> Output) async throws -> Output
}

/// A middleware around routes:
///
///     struct Timing<Context: RequestContext>: RouterMiddleware {
///       func handle(
///         _ request: Request, context: Context, next: (Request, Context) async throws -> Response
///       ) async throws -> Response { … }
///     }
public protocol RouterMiddleware<Context>: MiddlewareProtocol where Input == Request, Output == Response {}

/// The middleware of a route, in the order in which they were added. The first one is the outermost.
typealias MiddlewareStack<Context> = [any MiddlewareProtocol<Request, Response, Context>]

typealias Responder<Context> = RouteHandler<Context, Response>

extension Array {
  /// Returns a responder that runs the middleware around `responder`.
  func around<Context: RequestContext>(_ responder: @escaping Responder<Context>) -> Responder<Context>
  where Element == any MiddlewareProtocol<Request, Response, Context> {
    reversed().reduce(responder) { next, middleware in
      { request, context in try await middleware.handle(request, context: context, next: next) }
    }
  }
}
