/// The failure of a visit.
public enum HotwireNativeError: Error, Sendable, Hashable {
  /// The server has answered with a status code in 400...599.
  case http(HTTPError)
  /// The response is missing, or a visit cannot use it.
  case web(WebError)
  /// The page cannot be used for visits.
  case load(LoadError)

  /// Creates the error for a Turbo status code, which is an HTTP status code, or 0 or a negative number for other
  /// failures.
  public init(turboStatusCode code: Int, message: String = "") {
    if let error = HTTPError(statusCode: code) {
      self = .http(error)
    } else if code == -2 {
      self = .load(.contentTypeMismatch)
    } else {
      self = .web(WebError(errorCode: code, message: message))
    }
  }

  /// The HTTP status code; `nil` for other failures.
  public var statusCode: Int? { if case .http(let error) = self { error.statusCode } else { nil } }
}

extension HotwireNativeError: CustomStringConvertible {
  /// The reason as a sentence.
  public var description: String {
    switch self {
    case .http(let error): "The server answered with status \(error.statusCode)."
    case .web(let error): error.message
    case .load(.notPresent): "The page did not load, or has no Turbo."
    case .load(.notReady): "Turbo did not start in the page."
    case .load(.contentTypeMismatch): "The server answered with something that is not an HTML page."
    case .load(.invalidResponse): "The server's response is invalid."
    }
  }
}

/// The reason why no response has arrived.
public struct WebError: Error, Sendable, Hashable {
  /// The cause.
  public enum Cause: Sendable, Hashable {
    /// The server is unreachable.
    case offline
    /// The server did not answer in time.
    case timeout
    /// The TLS connection cannot be established.
    case tls
    /// Any other cause.
    case other
  }

  /// The cause.
  public let cause: Cause
  /// The Turbo status code; `nil` for a failure outside Turbo.
  public let errorCode: Int?
  /// The reason, as a sentence.
  public let message: String

  /// Creates an error.
  public init(cause: Cause, errorCode: Int? = nil, message: String) {
    self.cause = cause
    self.errorCode = errorCode
    self.message = message
  }

  /// Creates the error for a Turbo status code, which is 0 for a network failure and -1 for a timeout.
  init(errorCode: Int, message: String) {
    let (cause, reason): (Cause, String) =
      switch errorCode {
      case 0: (.offline, "The server cannot be reached.")
      case -1: (.timeout, "The server did not answer in time.")
      default: (.other, "The page could not be loaded (\(errorCode)).")
      }
    self.init(cause: cause, errorCode: errorCode, message: message.isEmpty ? reason : message)
  }

  /// A Boolean value that indicates whether the server is unreachable.
  public var isOffline: Bool { cause == .offline }
  /// A Boolean value that indicates whether the server did not answer in time.
  public var isTimeout: Bool { cause == .timeout }
  /// A Boolean value that indicates whether the server is unreachable or did not answer in time.
  public var isConnectionError: Bool { isOffline || isTimeout }
  /// A Boolean value that indicates whether the TLS connection cannot be established.
  public var isSSLError: Bool { cause == .tls }
}

/// The reason why a page cannot be used for visits.
public enum LoadError: Error, Sendable, Hashable {
  /// The page did not load, or has no Turbo.
  case notPresent
  /// Turbo has not started.
  case notReady
  /// The response is not an HTML document.
  case contentTypeMismatch
  /// The response is invalid.
  case invalidResponse
}
