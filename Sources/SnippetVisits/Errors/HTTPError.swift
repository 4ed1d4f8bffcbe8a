/// A response with a status code in 400...599.
public enum HTTPError: Error, Sendable, Hashable {
  /// A status code in 400...499.
  case client(ClientError)
  /// A status code in 500...599.
  case server(ServerError)

  /// Creates an error from a status code. Returns `nil` if the status code is not in 400...599.
  public init?(statusCode: Int) {
    switch statusCode {
    case 400...499: self = .client(ClientError(statusCode: statusCode))
    case 500...599: self = .server(ServerError(statusCode: statusCode))
    default: return nil
    }
  }

  /// The status code.
  public var statusCode: Int {
    switch self {
    case .client(let error): error.statusCode
    case .server(let error): error.statusCode
    }
  }
}

/// A status code in 400...499.
public enum ClientError: Error, Sendable, Hashable {
  /// Status 400.
  case badRequest
  /// Status 401: the user must log in.
  case unauthorized
  /// Status 402.
  case paymentRequired
  /// Status 403.
  case forbidden
  /// Status 404.
  case notFound
  /// Status 405.
  case methodNotAllowed
  /// Status 406.
  case notAcceptable
  /// Status 407.
  case proxyAuthenticationRequired
  /// Status 408.
  case requestTimeout
  /// Status 409.
  case conflict
  /// Status 421.
  case misdirectedRequest
  /// Status 422.
  case unprocessableEntity
  /// Status 428.
  case preconditionRequired
  /// Status 429.
  case tooManyRequests
  /// Any other status code.
  case other(statusCode: Int)

  private static let named: [Int: ClientError] = [
    400: .badRequest, 401: .unauthorized, 402: .paymentRequired, 403: .forbidden, 404: .notFound,
    405: .methodNotAllowed, 406: .notAcceptable, 407: .proxyAuthenticationRequired, 408: .requestTimeout,
    409: .conflict, 421: .misdirectedRequest, 422: .unprocessableEntity, 428: .preconditionRequired,
    429: .tooManyRequests,
  ]

  /// Creates an error.
  public init(statusCode: Int) { self = Self.named[statusCode] ?? .other(statusCode: statusCode) }

  /// The status code.
  public var statusCode: Int {
    if case .other(let statusCode) = self { return statusCode }
    return Self.named.first { $1 == self }?.key ?? 400
  }
}

/// A status code in 500...599.
public enum ServerError: Error, Sendable, Hashable {
  /// Status 500.
  case internalServerError
  /// Status 501.
  case notImplemented
  /// Status 502.
  case badGateway
  /// Status 503.
  case serviceUnavailable
  /// Status 504.
  case gatewayTimeout
  /// Status 505.
  case httpVersionNotSupported
  /// Any other status code.
  case other(statusCode: Int)

  private static let named: [Int: ServerError] = [
    500: .internalServerError, 501: .notImplemented, 502: .badGateway, 503: .serviceUnavailable, 504: .gatewayTimeout,
    505: .httpVersionNotSupported,
  ]

  /// Creates an error.
  public init(statusCode: Int) { self = Self.named[statusCode] ?? .other(statusCode: statusCode) }

  /// The status code.
  public var statusCode: Int {
    if case .other(let statusCode) = self { return statusCode }
    return Self.named.first { $1 == self }?.key ?? 500
  }
}
