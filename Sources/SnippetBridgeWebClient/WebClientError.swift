/// The reason why a request to a server failed.
package enum WebClientError: Error, Equatable, CustomStringConvertible {
  /// The address does not exist, or no server responds there.
  case unreachable(String)
  /// TLS failed: the server's certificate is not trusted, the server rejects this client, or a file cannot be used.
  case handshake(String)
  /// The time limit was exceeded.
  case timeout(waitingFor: String)
  /// The server rejected the WebSocket handshake with this response.
  case status(Int, body: String)
  /// The connection ended with this WebSocket close code and reason. The code is 1006 if the server sent none.
  case closed(code: UInt16, reason: String)
  /// The server violated RFC 9112 or RFC 6455.
  case violation(String)
  /// The server sent more data than the limit allows.
  case tooLarge(String)
  /// The request cannot be sent.
  case request(String)

  /// A description on one line.
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
