public import Logging

/// What goes along with a request from one middleware to the next and to the handler. ``BasicRequestContext`` is the
/// usual one; a program that wants to add something, such as who the user is, makes its own:
///
///     struct UserContext: RequestContext {
///       var coreContext: CoreRequestContextStorage
///       var user: User?
///       init(source: Source) { coreContext = .init(source: source) }
///     }
public protocol RequestContext: Sendable {
  /// What a context is made from.
  typealias Source = RequestContextSource

  /// What every context has.
  var coreContext: CoreRequestContextStorage { get set }
  /// In bytes: a longer body is not decoded (``Request/decode(as:context:)``). 2 MB, unless the context says otherwise.
  var maxUploadSize: Int { get }

  /// For a request that has come.
  init(source: Source)
}

extension RequestContext {
  /// 2 MB.
  public var maxUploadSize: Int { 2 << 20 }
  /// What the route's path has for `:id` and the like.
  public var parameters: Parameters { coreContext.parameters }
  /// The path of the route as it was written, `/users/:id`; nil where no route was found.
  public var endpointPath: String? { coreContext.endpointPath }
  /// The address that the request came from, as the server knows it.
  public var peer: String { coreContext.peer }
  /// The server's.
  public var logger: Logger {
    get { coreContext.logger }
    set { coreContext.logger = newValue }
  }
}

/// What a request's context is made from.
public struct RequestContextSource: Sendable {
  /// The server's.
  public let logger: Logger
  let peer: String
  let parameters: Parameters
  let endpointPath: String?

  /// For tests of handlers and middleware; otherwise the server makes them.
  public init(
    logger: Logger, peer: String = "127.0.0.1", parameters: Parameters = Parameters(), endpointPath: String? = nil
  ) {
    self.logger = logger
    self.peer = peer
    self.parameters = parameters
    self.endpointPath = endpointPath
  }
}

/// What every context has.
public struct CoreRequestContextStorage: Sendable {
  var logger: Logger
  let peer: String
  let parameters: Parameters
  let endpointPath: String?

  /// Of this request.
  public init(source: RequestContextSource) {
    logger = source.logger
    peer = source.peer
    parameters = source.parameters
    endpointPath = source.endpointPath
  }
}

/// The context of programs that add nothing to it.
public struct BasicRequestContext: RequestContext {
  /// What every context has.
  public var coreContext: CoreRequestContextStorage

  /// Of this request.
  public init(source: Source) {
    coreContext = CoreRequestContextStorage(source: source)
  }
}
