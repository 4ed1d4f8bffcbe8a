public import Foundation
import SnippetBridgeWebClient

/// The reason why an operation of a ``TestPage`` failed.
public enum TestPageError: Error, Equatable, CustomStringConvertible {
  /// The URL is not an HTTP URL, or no server responds there.
  case unreachable(String)
  /// The TLS handshake failed: the server's certificate is not trusted, the server rejects the page, or a
  /// file in ``PageAccess`` cannot be used.
  case handshake(String)
  /// The awaited event did not occur within the page's time limit.
  case timeout(waitingFor: String)
  /// The server answered an HTTP request with an unexpected status.
  case status(Int, body: String)
  /// The server has no document at this URL (status 404).
  case notFound(URL)
  /// The server has discarded the document (status 410). A page in a browser would reload.
  case gone
  /// The connection ended with this WebSocket close code and reason. The code is 1006 if the server sent none.
  case closed(code: UInt16, reason: String)
  /// The server sent data that docs/guides/protocol.md or RFC 6455 forbids.
  case violation(String)
  /// The received value does not have the requested type.
  case mismatch(String)
  /// A blocking call was made while another one is pending.
  case blocked
  /// The page has navigated to another document, so that the call cannot be answered any more.
  case navigated

  /// The error on one line.
  public var description: String {
    switch self {
    case .unreachable(let reason): "cannot connect: \(reason)"
    case .handshake(let reason): "no secure connection: \(reason)"
    case .timeout(let purpose): "timed out waiting for \(purpose)"
    case .status(let status, let body): "the server answered \(status): \(body.prefix(200))"
    case .notFound(let url): "the server has nothing at \(url) (404)"
    case .gone: "the server no longer knows this document"
    case .closed(let code, let reason): "the connection ended: \(code) \(reason)"
    case .violation(let what): "the server broke the protocol: \(what)"
    case .mismatch(let what): what
    case .blocked: "a blocking call is already waiting"
    case .navigated: "the page has navigated to another document"
    }
  }
}

extension TestPageError {
  /// Converts an error from the underlying client.
  init(_ error: WebClientError) {
    self =
      switch error {
      case .unreachable(let reason): .unreachable(reason)
      case .handshake(let reason): .handshake(reason)
      case .timeout(let purpose): .timeout(waitingFor: purpose)
      case .status(let status, let body): .status(status, body: body)
      case .closed(let code, let reason): .closed(code: code, reason: reason)
      case .violation(let what), .tooLarge(let what), .request(let what): .violation(what)
      }
  }

  /// Converts an error from the underlying client. Returns other errors unchanged.
  static func of(_ error: any Error) -> any Error {
    (error as? WebClientError).map(TestPageError.init) ?? error
  }
}

extension Inlet {
  /// Creates an inlet whose reader receives ``TestPageError/timeout(waitingFor:)`` if no value arrives within `limit`.
  init(_ purpose: String, limit: Duration) {
    self.init(purpose, limit: limit) { TestPageError($0) }
  }
}

extension TLSOptions {
  init(_ access: PageAccess) {
    let trust: Trust =
      switch access.trust {
      case .system: .system
      case .certificates(let file): .certificates(file: file)
      case .anyone: .anyone
      }
    self.init(trust: trust, certificate: access.certificate.map { Certificate(file: $0.file, keyFile: $0.keyFile) })
  }
}
