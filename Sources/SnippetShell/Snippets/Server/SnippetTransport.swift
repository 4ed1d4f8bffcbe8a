public import Foundation

/// What a server has answered.
public struct SnippetResponse: Sendable {
  /// 200, 404, …
  public var status: Int
  /// In their order; the same name may come several times.
  public var headers: [(name: String, value: String)]
  /// The whole of it.
  public var body: [UInt8]

  /// As given.
  public init(status: Int, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  /// The first value under this name, in any case.
  public func header(_ name: String) -> String? {
    headers.first { $0.name.lowercased() == name.lowercased() }?.value
  }
}

/// How lists, pages and resources are fetched: an HTTP client, or a test's dictionary.
public protocol SnippetTransport: Sendable {
  /// Sends one GET. A redirect is returned, not followed, and nothing comes from a cache. Throws when there is no
  /// answer, or its body has more bytes than `limit`. Ends soon when its task is cancelled.
  func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse
  /// Opens a WebSocket. Returns once it is open; the stream has its text messages, and ends with the socket. Closes the
  /// socket when nobody reads the stream any more, when a message has more bytes than `limit`, and when the server has
  /// been silent to pings: a peer that is gone without a word must end the stream, too.
  func socket(_ url: URL, headers: [String: String], limit: Int) async throws -> AsyncThrowingStream<String, any Error>
}
