package import HTTPTypes

/// One request's head, as it was sent.
package struct RequestHead: Sendable, Equatable {
  package var method: HTTPRequest.Method
  package var target: RequestTarget
  /// Of HTTP/1.x: 0 or 1. A later one counts as 1 (RFC 9110, section 2.5).
  package var minorVersion: Int
  package var fields: ReceivedFields
  package var body: BodyFraming
  /// Whether another request may follow on the connection (RFC 9112, section 9.3).
  package var keepsAlive: Bool
  /// The peer waits for "100 Continue" before it sends the body. Never so without a body.
  package var expectsContinue: Bool

  /// All fields, in the order in which they came, made anew each time. Well-known names have their usual spelling.
  ///
  /// A value with bytes above 127 keeps them; as a `String` it is UTF-8, repaired where it is none.
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

/// The end of a body (RFC 9112, section 6.3).
package enum BodyFraming: Sendable, Hashable {
  case none
  /// More than 0 bytes.
  case length(Int)
  case chunked
  /// The end of the connection: responses only.
  case close
}
