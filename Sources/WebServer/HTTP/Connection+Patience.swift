import CLibwebsockets
import HTTPTypes
import Logging

/// Peers that take too long to say what they want.
extension Connection {
  /// What an idle connection is waited for.
  enum Patience {
    case handshake
    /// A request, that has perhaps begun to arrive.
    case request
    /// The next request, that has not begun when its time starts.
    case nextRequest
  }

  func idleTooLong() {
    switch patience {
    case .handshake where isHandshakeOver:
      patience = .request
      return setDeadline(server.configuration.http.headTimeLimit)
    case .handshake:
      server.logger.warning("a TLS handshake took too long", metadata: ["peer": "\(peer)"])
    case .nextRequest where hasHeadBegun:
      patience = .request
      return setDeadline(server.configuration.http.headTimeLimit)
    case .request where hasHeadBegun:
      return refuseSlowRequest()
    case .request, .nextRequest: break
    }
    close()
  }

  func bodyStretchIsOver(received: Int) {
    guard let stretch = bodyProgress?.nextStretch(received: received, at: .now) else { return refuseSlowRequest() }
    setDeadline(stretch)
  }

  /// RFC 9110, section 15.5.9.
  func refuseSlowRequest() {
    if case .collecting = phase {} else { expectsBody = false }
    phase = .idle
    server.bodies.giveBack(&bodyShare)
    isHead = false
    refuse(.requestTimeout, "The request did not arrive in time.")
  }

  private var isHandshakeOver: Bool { wsi.map { sb_lws_is_handshake_over($0) != 0 } ?? false }

  /// libwebsockets has found the method, and part of the target.
  private var hasHeadBegun: Bool {
    guard let wsi else { return false }
    return RequestReader.methods.contains { lws_hdr_total_length(wsi, $0.token) > 0 }
  }
}
