public import Logging

/// The values that accompany a request through the middleware to the handler. ``BasicRequestContext`` is the usual
/// context. A program that needs additional values, such as the user, defines its own type:
///
///     struct UserContext: RequestContext {
///       var coreContext: CoreRequestContextStorage
///       var user: User?
///       init(source: Source) { coreContext = .init(source: source) }
///     }
public protocol RequestContext: Sendable {
  /// The type of the values from which a context is created.
  typealias Source = RequestContextSource

  /// The values that are part of every context.
  var coreContext: CoreRequestContextStorage { get set }
  /// The maximum size of a body that ``Request/decode(as:context:)`` accepts, in bytes; 2 MiB by default.
  var maxUploadSize: Int { get }

  /// Creates the context for a request.
  init(source: Source)
}

extension RequestContext {
  /// The default limit of 2 MiB.
  public var maxUploadSize: Int { 2 << 20 }
  /// The values of the path's parameters, such as `:id`.
  public var parameters: Parameters { coreContext.source.parameters }
  /// The path of the route as the program wrote it, such as `/users/:id`; nil if no route matched.
  public var endpointPath: String? { coreContext.source.endpointPath }
  /// The client's IP address as determined by the server.
  public var peer: String { coreContext.source.peer }
  /// The server's logger.
  public var logger: Logger {
    get { coreContext.source.logger }
    set { coreContext.source.logger = newValue }
  }
}

/// The values from which the context for a request is created.
public struct RequestContextSource: Sendable {
  /// The server's logger.
  public internal(set) var logger: Logger
  let peer: String
  let parameters: Parameters
  let endpointPath: String?

  /// Creates a source for tests of handlers and middleware. In production, the server creates the source.
  public init(
    logger: Logger, peer: String = "127.0.0.1", parameters: Parameters = Parameters(), endpointPath: String? = nil
  ) {
    self.logger = logger
    self.peer = peer
    self.parameters = parameters
    self.endpointPath = endpointPath
  }
}

/// The values that are part of every context.
public struct CoreRequestContextStorage: Sendable {
  var source: RequestContextSource

  /// Creates the storage for one request.
  public init(source: RequestContextSource) {
    self.source = source
  }
}

/// A context without additional values.
public struct BasicRequestContext: RequestContext {
  /// The values that are part of every context.
  public var coreContext: CoreRequestContextStorage

  /// Creates the context for a request.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
