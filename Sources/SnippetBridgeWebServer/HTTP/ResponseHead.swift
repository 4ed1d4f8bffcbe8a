import HTTPTypes

/// A serializer for the head of an HTTP/1.1 response.
enum ResponseHead {
  /// The fields that the connection sets. Values that the handler sets for these fields are ignored.
  fileprivate static let ours: Set<HTTPField.Name> = [
    .contentLength, .transferEncoding, .connection, .date, .server, .xContentTypeOptions,
  ]

  /// The serialized bytes before and after the value of `Date`. Responses with the same status and headers share them.
  struct Parts {
    let front: [UInt8]
    let back: [UInt8]
  }

  /// The way in which the peer determines the end of the body (RFC 9112, section 6.3).
  enum BodyEnd: Sendable, Equatable {
    /// The head does not describe the end of the body: there is no body, or the body ends with the connection.
    case unsaid
    /// The body's length, in bytes.
    case length(Int64)
    case chunked
  }

  /// Returns the serialized head of a response.
  /// - Parameter frameAncestors: The sites that may show a document in an iframe.
  static func bytes(
    of response: ServerResponse, bodyEnd: BodyEnd, date: String, closes: Bool, isHTTP11: Bool, frameAncestors: String
  ) -> [UInt8] {
    let parts =
      response.template?.parts(bodyEnd: bodyEnd, frameAncestors: frameAncestors)
      ?? Parts(
        status: response.status, headers: response.headers, bodyEnd: bodyEnd, frameAncestors: frameAncestors)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.front.count + date.utf8.count + parts.back.count + 32)
    bytes += parts.front
    bytes += date.utf8
    bytes += parts.back
    if closes {
      bytes += "Connection: close\r\n".utf8
    } else if !isHTTP11 {
      bytes += "Connection: keep-alive\r\n".utf8
    }
    bytes += "\r\n".utf8
    return bytes
  }

  fileprivate static func isSafe(_ value: String) -> Bool {
    !value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }
  }
}

extension ResponseHead.Parts {
  init(status: HTTPResponse.Status, headers: HTTPFields, bodyEnd: ResponseHead.BodyEnd, frameAncestors: String) {
    var text = "HTTP/1.1 \(status.code) \(ResponseHead.isSafe(status.reasonPhrase) ? status.reasonPhrase : "")\r\n"
    for field in headers where !ResponseHead.ours.contains(field.name) {
      // A value with a line end would allow attackers to inject headers.
      guard ResponseHead.isSafe(field.value) else { continue }
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    front = Array((text + "X-Content-Type-Options: nosniff\r\nDate: ").utf8)
    text = "\r\n"
    if !headers.contains(where: { $0.name.canonicalName == "referrer-policy" }) {
      text += "Referrer-Policy: same-origin\r\n"
    }
    if !headers.contains(where: { $0.name.canonicalName == "cross-origin-resource-policy" }) {
      text += "Cross-Origin-Resource-Policy: same-origin\r\n"
    }
    if headers.areOfDocument, headers[.contentSecurityPolicy]?.contains("frame-ancestors") != true {
      // The handler may have set a policy without `frame-ancestors`. A browser enforces all policies of a response, so
      // both apply.
      text += "Content-Security-Policy: frame-ancestors \(frameAncestors)\r\n"
    }
    switch bodyEnd {
    case .unsaid: break
    case .length(let length): text += "Content-Length: \(length)\r\n"
    case .chunked: text += "Transfer-Encoding: chunked\r\n"
    }
    back = Array(text.utf8)
  }
}
