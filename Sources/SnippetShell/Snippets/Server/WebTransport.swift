public import Foundation
import WebClient

/// Servers over the network: HTTP/1.1 and WebSockets, over TLS at addresses of https and wss.
///
/// Each request has a connection of its own. Bodies are asked for as they are, not compressed. What does not come is
/// given up: a connection after 10 s, the beginning of an answer after 30 s, and the rest when nothing has come for
/// 30 s. An open socket is asked every 20 s whether it is still there.
public struct WebTransport: SnippetTransport {
  private let trust: TLSOptions.Trust
  private let limits: ClientLimits

  /// - Parameter authorityFile: a PEM file with the certificates that are trusted instead of the system's, and with
  ///   them what they have signed: `localhost.crt` in the folder of `.selfSigned`. Read with each connection.
  public init(authorityFile: String? = nil) {
    self.init(authorityFile: authorityFile, limits: ClientLimits())
  }

  init(authorityFile: String? = nil, limits: ClientLimits) {
    trust = authorityFile.map { .certificates(file: $0) } ?? .system
    self.limits = limits
  }

  /// One GET. Throws a ``SnippetFailure``.
  public func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    try await failing(url) {
      let fetch = try HTTPFetch(WebAddress(url, .http, trust: trust), headers: headers, limits: limits)
      let reply = try await fetch.reply(bodyLimit: limit)
      return SnippetResponse(status: reply.status, headers: reply.headers, body: reply.body)
    }
  }

  /// A WebSocket. Throws a ``SnippetFailure`` where it does not open.
  public func socket(
    _ url: URL, headers: [String: String], limit: Int
  ) async throws -> AsyncThrowingStream<String, any Error> {
    try await failing(url) {
      let socket = try WebSocketSubscription(
        WebAddress(url, .webSocket, trust: trust), headers: headers, limits: limits)
      return try await socket.messages(messageLimit: limit)
    }
  }

  /// Says what has failed as the rest of this module does.
  private func failing<Result>(_ url: URL, _ body: () async throws -> Result) async throws -> Result {
    let name = url.absoluteString
    do { return try await body() } catch let error as WebClientError {
      switch error {
      case .timeout: throw SnippetFailure(.late, "\(name) does not answer: \(error).")
      case .status(let status, _):
        throw SnippetFailure(.status, "\(name) opens no socket, but answers with status \(status).", status: status)
      case .tooLarge, .violation: throw SnippetFailure(.unreadable, "\(name) cannot be read: \(error).")
      case .request: throw SnippetFailure(.refused, "\(name) \(error).")
      case .unreachable, .handshake, .closed:
        throw SnippetFailure(.unreachable, "\(name) does not answer: \(error).")
      }
    }
  }
}
