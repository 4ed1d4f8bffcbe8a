public import Foundation

/// The response of a server.
public struct SnippetResponse: Sendable {
  /// The status code, such as 200 or 404.
  public var status: Int
  /// The headers, in order. A name may occur several times.
  public var headers: [(name: String, value: String)]
  /// The complete body.
  public var body: [UInt8]

  /// Creates a response.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// Returns the first value of a header, or `nil` if there is none. The name is case-insensitive.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A client that fetches lists, pages and resources. Usually an HTTP client; in a test, possibly a dictionary.
public protocol SnippetTransport: Sendable {
  /// Sends a GET request, without following redirects or using a cache.
  ///
  /// Throws if there is no response, or if the body of the response has more than `limit` bytes. If the task is
  /// cancelled, throws promptly.
  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse
  /// Opens a WebSocket and, after it has opened, returns a stream of its text messages. The stream ends when the socket
  /// closes.
  ///
  /// Implementations must close the socket when the stream no longer has a reader, or when a message has more than
  /// `limit` bytes. Implementations must also send pings, and end the stream if the server does not answer.
  func socket(_ url: URL, headers: [String: String], limit: Int) async throws -> AsyncThrowingStream<String, any Error>
}
