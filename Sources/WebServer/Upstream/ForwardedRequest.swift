package import HTTPTypes

/// A request that is passed on to an upstream server, and what becomes of the response.
package struct ForwardedRequest: Sendable {
  package var upstream: Upstream
  package var method: HTTPRequest.Method
  /// As the upstream server gets it, byte for byte.
  package var target: String
  /// Neither `Host` nor fields that are about one connection; see ``endToEndFields(of:)``.
  package var fields: [HTTPField]
  /// It asks to become a WebSocket. After 101 all bytes are passed on as they are.
  package var isUpgrade = false
  /// Nil: the body is passed on as it arrives.
  package var body: [UInt8]?
  /// What the peer gets of the response with this head. On the loop: it must not block.
  package var response: @Sendable (UpstreamResponseHead) -> ForwardedResponse
  /// What the peer gets where there is no response. On the loop: it must not block.
  package var failure: @Sendable (UpstreamFailure) -> ServerResponse

  package init(
    to upstream: Upstream, method: HTTPRequest.Method, target: String, fields: [HTTPField],
    response: @escaping @Sendable (UpstreamResponseHead) -> ForwardedResponse = {
      .init(endToEndFields(of: $0.fields))
    },
    failure: @escaping @Sendable (UpstreamFailure) -> ServerResponse = { .plain(.badGateway, $0.reason) }
  ) {
    self.upstream = upstream
    self.method = method
    self.target = target
    self.fields = fields
    self.response = response
    self.failure = failure
  }

  /// Those that are not about one connection, in their order (RFC 9110, section 7.6.1).
  package static func endToEndFields(of fields: ReceivedFields) -> [HTTPField] { HopByHopFields.removed(from: fields) }

  /// Its head. `framing` says how the body is sent.
  func head(framing: BodyFraming) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    bytes += "\(method.rawValue) \(target) HTTP/1.1\r\nHost: \(upstream.authority)\r\n".utf8
    bytes.append(fields)
    if isUpgrade { bytes += "Connection: Upgrade\r\nUpgrade: websocket\r\n".utf8 }
    switch framing {
    case .none, .close:
      // RFC 9110, section 8.6: where a body would have a meaning.
      if method == .post || method == .put || method == .patch { bytes += "Content-Length: 0\r\n".utf8 }
    case .length(let length): bytes += "Content-Length: \(length)\r\n".utf8
    case .chunked: bytes += "Transfer-Encoding: chunked\r\n".utf8
    }
    bytes += "\r\n".utf8
    return bytes
  }
}

/// What a peer gets of an upstream server's response. The connection adds what says where the body ends.
package struct ForwardedResponse {
  /// Neither fields that are about one connection, nor a length.
  package var fields: [HTTPField]
  /// Nil: the body is passed on as it is.
  package var transform: (any BodyTransform)?
  /// Held until the response has ended, whole or not.
  package var held: (any AnyObject & Sendable)?
  /// Sent instead: the upstream server's response cannot be passed on.
  package var replacement: ServerResponse?
  /// Called in its place: who answers may take its time.
  package var decision: (@Sendable (PendingResponse) -> Void)?

  /// Called in its place, with the body, which goes to somebody else than the peer. The peer may be answered at once.
  package var diversion: (@Sendable (UpstreamBody, PendingResponse) -> Void)?

  package init(_ fields: [HTTPField], transform: (any BodyTransform)? = nil) {
    self.fields = fields
    self.transform = transform
  }

  package init(decision: @escaping @Sendable (PendingResponse) -> Void) {
    fields = []
    self.decision = decision
  }

  package init(replacement: ServerResponse) {
    fields = []
    self.replacement = replacement
  }
}

extension [UInt8] {
  /// Writes them, a line each. An `HTTPField` holds no value with a line end.
  mutating func append(_ fields: [HTTPField]) {
    for field in fields {
      self += field.name.rawName.utf8
      self += [UInt8(ascii: ":"), .space]
      field.withUnsafeBytesOfValue { self += $0 }
      self += [.carriageReturn, .lineFeed]
    }
  }
}
