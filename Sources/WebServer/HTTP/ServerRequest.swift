import DSBridgeText
package import HTTPTypes

/// One HTTP request.
package struct ServerRequest: Sendable {
  package var method: HTTPRequest.Method
  /// As it was sent, byte for byte.
  package var target: RequestTarget
  package var headers: ReceivedFields
  /// What came with it, when the handler wanted it whole (``RequestAction/collect(limit:then:)``); else empty.
  package var body: [UInt8]
  /// True when the request came over TLS.
  package var isSecure: Bool
  /// It asks to become a WebSocket (RFC 6455, section 4.2.1), and could.
  package var isWebSocket = false
  /// How much body there is; see ``BodyFraming``.
  package var framing = BodyFraming.none
  /// Which of the server's listeners it came to, and where all of them are.
  package var listener = 0
  package var listeners: [ListenerAddress] = []
  /// The port that it came to.
  package var port: Int { listeners.indices.contains(listener) ? listeners[listener].port : 0 }
  /// What an observer keeps of it; nil where nobody looks.
  package var observation: (any RequestObservation)?
  /// The numeric address it came from; where a trusted proxy forwarded it, what the proxy says.
  package var peer: String
  /// The subject of the certificate that the connection's other end has shown: the peer's, or a proxy's.
  package var certificateSubject: String?

  package init(
    method: HTTPRequest.Method = .get, target: RequestTarget, headers: ReceivedFields = ReceivedFields(),
    body: [UInt8] = [],
    isSecure: Bool = false, peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.isSecure = isSecure
    self.peer = peer
  }

  /// The target's path as it was sent, percent-encoded; begins with "/", or is "*".
  package var path: Substring { target.path }

  /// The path's text, for people. What is looked up by it is decoded where it is looked up.
  package var decodedPath: String { String(strictlyPercentEncodedPeer: path.utf8) ?? String(path) }

  /// What followed the first "?", as it was sent; nil when there was no "?".
  package var query: Substring? { target.query }

  /// The host and port that it is for: those of an absolute target take the place of the Host header (RFC 9112, section
  /// 3.2.2).
  package var authority: String? { target.authority ?? Self.host.flatMap { headers[$0] } }

  // Made once: to make one, its text is looked through.
  private static let host = HTTPField.Name("Host")

  /// Whether a header makes the answer depend on what the peer has already, or wants only a part of it.
  var isConditional: Bool { headers.hasConditions }
}
