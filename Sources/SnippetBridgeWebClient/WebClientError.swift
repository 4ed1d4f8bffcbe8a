/// The reason why a request to a server failed.
package enum WebClientError: Error, Equatable, CustomStringConvertible {
  /// The address does not exist, or no server answers there.
  case unreachable(String)
  /// TLS failed: the server's certificate is not trusted, the server refuses this client, or a file cannot be used.
  case handshake(String)
  /// The time limit was exceeded.
  case timeout(waitingFor: String)
  /// The server did not open a WebSocket, but sent this response.
  case status(Int, body: String)
  /// The connection ended with this WebSocket close code and reason; 1006 if none was sent.
  case closed(code: UInt16, reason: String)
  /// The server violated RFC 9112 or RFC 6455.
  case violation(String)
  /// The server sent more than the limit allows.
  case tooLarge(String)
  /// The request cannot be sent.
  case request(String)

  /// A description in one line.
  package var description: String {
    switch self {
    case .unreachable(let reason): "cannot connect: \(reason)"
    case .handshake(let reason): "the TLS handshake failed: \(reason)"
    case .timeout(let purpose): "timed out waiting for \(purpose)"
    case .status(let status, let body): "the server answered \(status): \(body.prefix(200))"
    case .closed(let code, let reason): "the connection ended: \(code) \(reason)"
    case .violation(let what): "the server violated the protocol: \(what)"
    case .tooLarge(let what): what
    case .request(let what): "the request is not valid: \(what)"
    }
  }
}
