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

  /// Returns the first value of a header, whose name is case-insensitive, or `nil` if there is none.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// A client that fetches lists, pages and resources: an HTTP client, or a dictionary in a test.
public protocol SnippetTransport: Sendable {
  /// Sends a GET request, without following redirects or using a cache.
  ///
  /// Throws if there is no response, or if its body has more than `limit` bytes. If the task is cancelled, throws soon.
  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse
  /// Opens a WebSocket and returns its text messages once it is open. The stream ends with the socket.
  ///
  /// Implementations close the socket when nobody reads the stream, and when a message has more than `limit` bytes.
  /// They must send pings too, and end the stream if the server does not answer.
  func socket(_ url: URL, headers: [String: String], limit: Int) async throws -> AsyncThrowingStream<String, any Error>
}
