public import Foundation

/// Why a ``TestPage`` could not do what it was asked.
public enum TestPageError: Error, Equatable, CustomStringConvertible {
  /// The address is not one of an http server, or nothing answers there.
  case unreachable(String)
  /// TLS failed: the server's certificate is not trusted, it does not let this page in, or a file of ``PageAccess``
  /// cannot be used.
  case handshake(String)
  /// Nothing came within the page's time limit.
  case timeout(waitingFor: String)
  /// The server answered an HTTP request of the bridge with something else than 200.
  case status(Int, body: String)
  /// The server has no document at this address (404).
  case notFound(URL)
  /// The server does not know this document any more (410): a browser would reload.
  case gone
  /// The connection ended: the WebSocket close code and reason, 1006 where none was sent.
  case closed(code: UInt16, reason: String)
  /// The server said something that docs/protocol.md or RFC 6455 does not allow.
  case violation(String)
  /// The value that came is not of the type asked for.
  case mismatch(String)
  /// A page cannot start a blocking call while another waits.
  case blocked
  /// The page has moved on to another document, so this will never be answered.
  case navigated

  /// The connection's fault, so that asking once more may help.
  var isOfTransport: Bool {
    switch self {
    case .unreachable, .closed: true
    default: false
    }
  }

  /// One line.
  public var description: String {
    switch self {
    case .unreachable(let reason): "cannot connect: \(reason)"
    case .handshake(let reason): "no secure connection: \(reason)"
    case .timeout(let purpose): "timed out waiting for \(purpose)"
    case .status(let status, let body): "the server answered \(status): \(body.prefix(200))"
    case .notFound(let url): "the server has nothing at \(url) (404)"
    case .gone: "the server does not know this document any more"
    case .closed(let code, let reason): "the connection ended: \(code) \(reason)"
    case .violation(let what): "the server broke the protocol: \(what)"
    case .mismatch(let what): what
    case .blocked: "a blocking call is already waiting"
    case .navigated: "the page has moved on to another document"
    }
  }
}
