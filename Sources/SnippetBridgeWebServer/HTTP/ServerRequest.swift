import DSBridgeText
package import HTTPTypes

/// An HTTP request as a handler receives it.
package struct ServerRequest: Sendable {
  package var method: HTTPRequest.Method
  /// The request's target, byte for byte as it was sent.
  package var target: RequestTarget
  package var headers: ReceivedFields
  /// The whole body, if the handler asked for it (``RequestAction/collect(limit:then:)``); otherwise empty.
  package var body: [UInt8]
  /// Whether the request came over TLS.
  package var isSecure: Bool
  /// Whether the request is a valid WebSocket handshake (RFC 6455, section 4.2.1).
  package var isWebSocket = false
  /// The framing of the body; see ``BodyFraming``.
  package var framing = BodyFraming.none
  /// The index of the listener that received the request. `listeners` has the addresses of all listeners of the
  /// server.
  package var listener = 0
  package var listeners: [ListenerAddress] = []
  /// The port that received the request.
  package var port: Int { listeners.indices.contains(listener) ? listeners[listener].port : 0 }
  /// The observer's data for the request, or `nil` if requests are not observed.
  package var observation: (any RequestObservation)?
  /// The numeric address of the client. If a trusted proxy has forwarded the request, this is the address that the
  /// proxy reports.
  package var peer: String
  /// The subject of the certificate that the connection's peer has presented. The peer is the client or a proxy.
  package var certificateSubject: String?

  package init(
    method: HTTPRequest.Method = .get, target: RequestTarget, headers: ReceivedFields = ReceivedFields(),
    body: [UInt8] = [], isSecure: Bool = false, peer: String = "127.0.0.1"
  ) {
    self.method = method
    self.target = target
    self.headers = headers
    self.body = body
    self.isSecure = isSecure
    self.peer = peer
  }

  /// The target's path as it was sent, percent-encoded. Begins with "/", or is "*".
  package var path: Substring { target.path }

  /// The decoded path, for display only. Code that looks up paths does its own decoding.
  package var decodedPath: String { String(strictlyPercentEncodedPeer: path.utf8) ?? String(path) }

  /// The text after the first "?" as it was sent, or `nil` if there is no "?".
  package var query: Substring? { target.query }

  /// The host and port that the request is for. The authority of a target in absolute-form takes precedence over the
  /// Host header (RFC 9112, section 3.2.2).
  package var authority: String? { target.authority ?? Self.host.flatMap { headers[$0] } }

  // The name is created once, because creating a name validates its text.
  private static let host = HTTPField.Name("Host")

  /// Whether the request has conditional headers or a `Range` header.
  var isConditional: Bool { headers.hasConditions }
}
