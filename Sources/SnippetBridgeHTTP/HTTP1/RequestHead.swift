package import HTTPTypes

/// The head of a request, as it was sent.
package struct RequestHead: Sendable, Equatable {
  package var method: HTTPRequest.Method
  package var target: RequestTarget
  /// The minor version of HTTP/1.x: 0 or 1. A later version counts as 1 (RFC 9110, section 2.5).
  package var minorVersion: Int
  package var fields: ReceivedFields
  package var body: BodyFraming
  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  package var keepsAlive: Bool
  /// Indicates whether the peer waits for "100 Continue" before it sends the body. Always `false` without a body.
  package var expectsContinue: Bool

  /// All fields in the order in which they arrived, created on every access. Known names are spelled in their usual
  /// case.
  ///
  /// Bytes above 127 in a value are kept. When the value is read as a `String`, it is decoded as UTF-8, and invalid
  /// bytes are replaced.
  package var headers: HTTPFields { fields.all }

  package init(
    method: HTTPRequest.Method, target: RequestTarget, minorVersion: Int = 1, fields: ReceivedFields = ReceivedFields(),
    body: BodyFraming = .none, keepsAlive: Bool = true, expectsContinue: Bool = false
  ) {
    self.method = method
    self.target = target
    self.minorVersion = minorVersion
    self.fields = fields
    self.body = body
    self.keepsAlive = keepsAlive
    self.expectsContinue = expectsContinue
  }
}

/// The way in which the end of a body is determined (RFC 9112, section 6.3).
package enum BodyFraming: Sendable, Hashable {
  case none
  /// The body has this number of bytes, above 0.
  case length(Int)
  case chunked
  /// The end of the connection is the end of the body. For responses only.
  case close
}
