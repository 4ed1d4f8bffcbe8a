public import Logging

/// Values that accompany a request from middleware to middleware and to the handler. ``BasicRequestContext`` is the
/// usual context. A program that adds values, such as the user, defines its own:
///
///     struct UserContext: RequestContext {
///       var coreContext: CoreRequestContextStorage
///       var user: User?
///       init(source: Source) { coreContext = .init(source: source) }
///     }
public protocol RequestContext: Sendable {
  /// The type of the values from which a context is created.
  typealias Source = RequestContextSource

  /// The values that every context has.
  var coreContext: CoreRequestContextStorage { get set }
  /// The maximum size of a body that ``Request/decode(as:context:)`` reads, in bytes; 2 MB by default.
  var maxUploadSize: Int { get }

  /// Creates the context of a request.
  init(source: Source)
}

extension RequestContext {
  /// The default maximum: 2 MiB.
  public var maxUploadSize: Int { 2 << 20 }
  /// The values of the path's parameters, such as `:id`.
  public var parameters: Parameters { coreContext.parameters }
  /// The path of the route as the program wrote it, such as `/users/:id`; nil if no route matched.
  public var endpointPath: String? { coreContext.endpointPath }
  /// The client's IP address, as the server has determined it.
  public var peer: String { coreContext.peer }
  /// The server's logger.
  public var logger: Logger {
    get { coreContext.logger }
    set { coreContext.logger = newValue }
  }
}

/// The values from which the context of a request is created.
public struct RequestContextSource: Sendable {
  /// The server's logger.
  public let logger: Logger
  let peer: String
  let parameters: Parameters
  let endpointPath: String?

  /// Creates a source for tests of handlers and middleware. Otherwise the server creates it.
  public init(
    logger: Logger, peer: String = "127.0.0.1", parameters: Parameters = Parameters(), endpointPath: String? = nil
  ) {
    self.logger = logger
    self.peer = peer
    self.parameters = parameters
    self.endpointPath = endpointPath
  }
}

/// The values that every context has.
public struct CoreRequestContextStorage: Sendable {
  var logger: Logger
  let peer: String
  let parameters: Parameters
  let endpointPath: String?

  /// Creates the storage for one request.
  public init(source: RequestContextSource) {
    logger = source.logger
    peer = source.peer
    parameters = source.parameters
    endpointPath = source.endpointPath
  }
}

/// A context without values of the program.
public struct BasicRequestContext: RequestContext {
  /// The values that every context has.
  public var coreContext: CoreRequestContextStorage

  /// Creates the context of a request.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
