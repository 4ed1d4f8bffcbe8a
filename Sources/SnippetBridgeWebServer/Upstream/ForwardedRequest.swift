package import HTTPTypes

/// A request that is forwarded to an upstream server, with the handling of its response.
package struct ForwardedRequest: Sendable {
  package var upstream: Upstream
  package var method: HTTPRequest.Method
  /// The target that the upstream server receives, byte for byte.
  package var target: String
  /// The value of `Host`, or `nil` for the authority of the upstream server.
  package var authority: String?
  /// The fields, without `Host` and without hop-by-hop fields; see ``endToEndFields(of:)``.
  package var fields: [HTTPField]
  /// Indicates whether the request asks for an upgrade to a WebSocket. After a 101 response, all bytes are passed on
  /// unchanged.
  package var isUpgrade = false
  /// The body, or `nil` to pass on the request's body as it arrives.
  package var body: [UInt8]?
  /// A closure that creates the response to the peer from the head of the upstream server's response. The event loop
  /// calls the closure, which must not block.
  package var response: @Sendable (UpstreamResponseHead) -> ForwardedResponse
  /// A closure that creates the response to the peer after the exchange with the upstream server has failed. The event
  /// loop calls the closure, which must not block.
  package var failure: @Sendable (UpstreamFailure) -> ServerResponse
  /// A closure that is called before `failure`. If it returns another closure, that one handles the request, and may
  /// answer later. Otherwise, `failure` is called. Only for requests without a body that may be repeated. The event
  /// loop calls both closures, which must not block.
  package var fallback: (@Sendable (UpstreamFailure) -> (@Sendable (PendingResponse) -> Void)?)?

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

  /// The hop-by-hop fields, which apply to a single connection and are not forwarded (RFC 9110, section 7.6.1), and the
  /// fields that describe the body's end. The code that writes the forwarded message adds its own.
  private static let hopByHopFields: Set<String> = [
    "connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    "proxy-authenticate", "proxy-authorization", "content-length", "expect", "http2-settings",
  ]

  /// Returns the fields that may be forwarded, in the original order. Also removes the fields that `Connection` lists.
  package static func endToEndFields(of fields: ReceivedFields) -> [HTTPField] {
    let options = fields[.connection].map { Set($0.lowercased().listElements) }
    return fields.list.filter { field in
      let name = field.name.canonicalName
      return !hopByHopFields.contains(name) && options?.contains(name) != true
    }
  }

  /// Returns the serialized head.
  /// - Parameter framing: The framing with which the body is sent.
  func head(framing: BodyFraming) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(1024)
    bytes += "\(method.rawValue) \(target) HTTP/1.1\r\nHost: \(authority ?? upstream.origin.authority)\r\n".utf8
    bytes.append(fields)
    if isUpgrade { bytes += "Connection: Upgrade\r\nUpgrade: websocket\r\n".utf8 }
    // RFC 9110, section 8.6: for methods that usually have a body, an empty body is announced with a length of 0.
    let framing = framing == .none && [.post, .put, .patch].contains(method) ? .length(0) : framing
    bytes += (framing.line + "\r\n").utf8
    return bytes
  }
}

/// The parts of an upstream server's response that are passed on to the peer. The connection adds the fields that
/// describe the body's end.
package struct ForwardedResponse {
  /// The fields, without hop-by-hop fields and without `Content-Length`.
  package var fields: [HTTPField]
  /// The transform of the body, or `nil` to pass the body on unchanged.
  package var transform: (any BodyTransform)?
  /// An object that is retained until the response has ended, whether or not it is complete.
  package var held: (any AnyObject & Sendable)?
  /// A closure that is called with the fraction of the body that has arrived, from 0 to 1, if the body's length is
  /// known. Called on the loop; must not block.
  package var progress: (@Sendable (Double) -> Void)?
  /// A response that is sent instead, because the upstream server's response cannot be passed on.
  package var replacement: ServerResponse?
  /// A closure that is called instead of passing the response on, and that may answer later.
  package var decision: (@Sendable (PendingResponse) -> Void)?

  /// A closure that is called instead of passing the response on. It receives the response's body, so that another
  /// reader, such as a download, can read it. The closure may answer the peer immediately.
  package var diversion: (@Sendable (ArrivingBody, PendingResponse) -> Void)?

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
