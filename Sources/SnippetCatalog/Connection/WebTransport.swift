public import Foundation
import SnippetBridgeWebClient

/// A transport that uses the network: HTTP/1.1 and WebSocket, with TLS for https and wss URLs.
///
/// Each request uses its own connection and asks for an uncompressed body. The timeouts are 10 s for connecting, 30 s
/// until the response begins, and 30 s between two parts of the response. The transport sends a ping on an open socket
/// every 20 s.
public struct WebTransport: SnippetTransport {
  private let trust: TLSOptions.Trust
  /// The limits of each request and socket. Only tests change them.
  var limits = ClientLimits()

  /// Creates a transport.
  /// - Parameter authorityFile: a PEM file with certificates. Only servers whose certificate is in the file, or is
  ///   signed by a certificate in the file, are trusted. If `nil`, the system's authorities are trusted. For a server
  ///   of this package that uses `.selfSigned`, pass the file `localhost.crt` in the server's certificate folder. The
  ///   file is read for each connection.
  public init(authorityFile: String? = nil) {
    trust = authorityFile.map { .certificates(file: $0) } ?? .system
  }

  /// Sends a GET request. Throws a ``SnippetFailure``.
  public func get(_ url: URL, headers: [String: String], limit: Int) async throws -> SnippetResponse {
    try await failing(url) {
      let address = try WebAddress(url, .http, trust: trust)
      let reply = try await address.get(headers: headers, limits: limits, bodyLimit: limit)
      return SnippetResponse(status: reply.status, headers: reply.headers, body: reply.body)
    }
  }

  /// Opens a WebSocket. Throws a ``SnippetFailure`` if it does not open.
  public func socket(
    _ url: URL, headers: [String: String], limit: Int
  ) async throws -> AsyncThrowingStream<String, any Error> {
    try await failing(url) {
      let address = try WebAddress(url, .webSocket, trust: trust)
      return try await address.messages(headers: headers, limits: limits, messageLimit: limit)
    }
  }

  /// Runs `body` and converts its errors to ``SnippetFailure``.
  private func failing<Result>(_ url: URL, _ body: () async throws -> Result) async throws -> Result {
    let name = url.absoluteString
    do { return try await body() } catch let error as WebClientError {
      switch error {
      case .timeout: throw SnippetFailure(.late, "\(name) does not answer: \(error).")
      case .status(let status, _):
        throw SnippetFailure(
          .status, "\(name) did not open a socket, but responded with status \(status).", status: status)
      case .tooLarge, .violation: throw SnippetFailure(.unreadable, "\(name) cannot be read: \(error).")
      case .request: throw SnippetFailure(.refused, "\(name) \(error)")
      case .unreachable, .handshake, .closed:
        throw SnippetFailure(.unreachable, "\(name) does not answer: \(error).")
      }
    }
  }
}
