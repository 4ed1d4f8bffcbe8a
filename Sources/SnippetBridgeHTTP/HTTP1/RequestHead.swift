package import HTTPTypes

/// The head of a request, as it was sent.
package struct RequestHead: Sendable, Equatable {
  package var method: HTTPRequest.Method
  package var target: RequestTarget
  /// The minor version of HTTP/1.x: 0 or 1. A later version counts as 1 (RFC 9110, section 2.5).
  package var minorVersion = 1
  package var fields = ReceivedFields()
  package var body = BodyFraming.none
  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  package var keepsAlive = true
  /// Indicates whether the peer waits for "100 Continue" before it sends the body. Always `false` without a body.
  package var expectsContinue = false

  /// All fields in the order in which they arrived, created on every access. Known names are spelled in their usual
  /// case.
  ///
  /// Bytes above 127 in a value are kept. When the value is read as a `String`, it is decoded as UTF-8, and invalid
  /// bytes are replaced.
  package var headers: HTTPFields { fields.all }
}

/// The way in which the end of a body is determined (RFC 9112, section 6.3).
package enum BodyFraming: Sendable, Hashable {
  case none
  /// The body has this number of bytes; above 0 in a head that was received.
  case length(Int)
  case chunked
  /// The end of the connection is the end of the body. For responses only.
  case close
}
