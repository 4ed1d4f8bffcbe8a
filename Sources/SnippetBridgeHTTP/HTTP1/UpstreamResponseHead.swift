import HTTPTypes

/// The head of an upstream server's response, as it was sent.
package struct UpstreamResponseHead: Sendable, Equatable {
  package var status: Int
  package var reason = ""
  /// The minor version of HTTP/1.x: 0 or 1.
  package var minorVersion = 1
  package var fields = ReceivedFields()
  package var body = BodyFraming.none
  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  package var keepsAlive = true

  /// Whether the response is a stream of server-sent events (WHATWG HTML, "Server-sent events").
  package var isEventStream: Bool {
    status == 200 && fields[.contentType]?.lowercased().hasPrefix("text/event-stream") == true
  }
}
