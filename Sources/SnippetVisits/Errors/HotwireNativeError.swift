/// The failure of a visit.
public enum HotwireNativeError: Error, Sendable, Hashable {
  /// The server has answered with a status code in 400...599.
  case http(HTTPError)
  /// No response has arrived.
  case web(WebError)
  /// The page cannot be used for visits.
  case load(LoadError)
}

/// A status code in 400...599.
public enum HTTPError: Error, Sendable, Hashable {
  /// A status code in 400...499.
  case client(statusCode: Int)
  /// A status code in 500...599.
  case server(statusCode: Int)
}

/// The reason why no response has arrived.
public struct WebError: Error, Sendable, Hashable {
  /// The cause.
  public enum Cause: Sendable, Hashable { case offline, timeout, tls, other }
  /// The cause.
  public let cause: Cause
  /// The reason in words.
  public let message: String

  /// Creates an error.
  public init(cause: Cause, message: String) {
    self.cause = cause
    self.message = message
  }
}

/// The reason why a page cannot be used for visits.
public enum LoadError: Error, Sendable, Hashable {
  /// The page has no Turbo.
  case notPresent
  /// Turbo has not started.
  case notReady
  /// The response is not an HTML document.
  case contentTypeMismatch
  /// The response is invalid.
  case invalidResponse
}
