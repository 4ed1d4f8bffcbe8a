import HTTPTypes

/// The head of an upstream server's response, as it was sent.
package struct UpstreamResponseHead: Sendable, Equatable {
  package var status: Int
  package var reason: String
  /// The minor version of HTTP/1.x: 0 or 1.
  package var minorVersion: Int
  package var fields: ReceivedFields
  package var body: BodyFraming
  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  package var keepsAlive: Bool

  package init(
    status: Int, reason: String = "", minorVersion: Int = 1, fields: ReceivedFields = ReceivedFields(),
    body: BodyFraming = .none, keepsAlive: Bool = true
  ) {
    self.status = status
    self.reason = reason
    self.minorVersion = minorVersion
    self.fields = fields
    self.body = body
    self.keepsAlive = keepsAlive
  }
}

extension UpstreamResponseHead {
  /// Whether the response is a stream of server-sent events (WHATWG HTML, "Server-sent events").
  package var isEventStream: Bool {
    status == 200 && fields[.contentType]?.lowercased().hasPrefix("text/event-stream") == true
  }
}
