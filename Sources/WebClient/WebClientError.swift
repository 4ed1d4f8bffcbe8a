/// Why a server could not be asked, or what was wrong with what it said.
package enum WebClientError: Error, Equatable, CustomStringConvertible {
  /// There is no such address, or nothing answers there.
  case unreachable(String)
  /// TLS failed: the server's certificate is not trusted, it does not let this client in, or a file cannot be used.
  case handshake(String)
  /// Nothing came in time.
  case timeout(waitingFor: String)
  /// The server did not open a WebSocket, but answered with this.
  case status(Int, body: String)
  /// The connection ended: the WebSocket close code and reason, 1006 where none was sent.
  case closed(code: UInt16, reason: String)
  /// The server said something that RFC 9112 or RFC 6455 does not allow.
  case violation(String)
  /// The server sent more than it may.
  case tooLarge(String)
  /// What was to be sent cannot be sent.
  case request(String)

  /// One line.
  package var description: String {
    switch self {
    case .unreachable(let reason): "cannot connect: \(reason)"
    case .handshake(let reason): "no secure connection: \(reason)"
    case .timeout(let purpose): "timed out waiting for \(purpose)"
    case .status(let status, let body): "the server answered \(status): \(body.prefix(200))"
    case .closed(let code, let reason): "the connection ended: \(code) \(reason)"
    case .violation(let what): "the server broke the protocol: \(what)"
    case .tooLarge(let what): what
    case .request(let what): "cannot be asked: \(what)"
    }
  }
}
