package import HTTPTypes

/// The routes of a ``Router``, indexed for lookups. The table is immutable.
package struct RouteTable: Sendable {
  package enum Match: Sendable {
    case endpoint(Endpoint, Parameters)
    /// The path has routes for other methods only. `allow` is the value of the `Allow` header.
    case otherMethods(allow: String)
    case nothing
  }

  package typealias Responder = @Sendable (Request) async throws -> Response

  let endpoints: RouteTree<[HTTPRequest.Method: Endpoint]>
  /// The middleware around requests that match no route; nil if there is none.
  package let surrounding: (@Sendable (Request, RequestContextSource, @escaping Responder) async throws -> Response)?

  /// Returns the route for a request. A route for GET also handles HEAD requests if there is no route for HEAD.
  package func match(_ method: HTTPRequest.Method, _ path: Substring) -> Match {
    var others: Set<String> = []
    let found = endpoints.find(path) { endpoints, parameters -> Match? in
      if let endpoint = endpoints[method] ?? (method == .head ? endpoints[.get] : nil) {
        return .endpoint(endpoint, parameters)
      }
      others.formUnion(endpoints.keys.map(\.rawValue))
      return nil
    }
    if let found { return found }
    guard !others.isEmpty else { return .nothing }
    others.formUnion(others.contains("GET") ? ["HEAD", "OPTIONS"] : ["OPTIONS"])
    return .otherMethods(allow: others.sorted().joined(separator: ", "))
  }
}

/// A route whose context type is erased.
package struct Endpoint: Sendable {
  package let path: String
  package let options: RouteOptions
  package let respond: @Sendable (Request, RequestContextSource) async -> Answer
  /// The handler for requests without a body, which runs on the event loop. It is nil if the route is not immediate.
  package let respondAtOnce: (@Sendable (Request, RequestContextSource) -> Answer)?

  /// A response to a request. `failure` is the error that the handler threw, unless the error defines its own response.
  package struct Answer: Sendable {
    package let response: Response
    package let failure: (any Error)?

    package init(response: Response, failure: (any Error)? = nil) {
      self.response = response
      self.failure = failure
    }
  }

  init<Context: RequestContext>(_ route: Route<Context>, at path: RouterPath) {
    self.path = path.description
    options = route.options
    respond = { request, source in
      let context = Context(source: source)
      do {
        return Answer(response: try await route.respond(request, context))
      } catch {
        return Answer(to: error, request, context)
      }
    }
    respondAtOnce = route.respondAtOnce.map { respond in
      { @Sendable (request: Request, source: RequestContextSource) -> Answer in
        let context = Context(source: source)
        do {
          return Answer(response: try respond(request, context))
        } catch {
          return Answer(to: error, request, context)
        }
      }
    }
  }
}

extension Endpoint.Answer {
  /// Creates the answer to a request whose handler threw an error.
  package init(to error: any Error, _ request: Request, _ context: some RequestContext) {
    if let error = error as? any HTTPResponseError,
      let response = try? error.response(from: request, context: context)
    {
      self.init(response: response)
    } else {
      self.init(response: Response(status: .internalServerError), failure: error)
    }
  }
}
