import HTTPTypes

/// Writes the head of an HTTP/1.1 response.
enum ResponseHead {
  /// Fields that the connection decides about, not the handler.
  fileprivate static let ours: Set<HTTPField.Name> = [
    .contentLength, .transferEncoding, .connection, .date, .server, .xContentTypeOptions,
  ]

  /// A head but for what changes from one answer to the next: what stands before the date, and what after it.
  struct Parts {
    let front: [UInt8]
    let back: [UInt8]
  }

  /// `length` is the body's, nil for a status that has none; `frameAncestors` are who may frame a document. With room for as much of the body.
  static func bytes(
    of response: Response, length: Int64?, date: String, closes: Bool, isHTTP11: Bool, frameAncestors: String,
    room: Int = 0
  ) -> [UInt8] {
    let parts =
      response.template?.parts(length: length, frameAncestors: frameAncestors)
      ?? Parts(
        status: response.status, headers: response.headers, length: length, frameAncestors: frameAncestors)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(parts.front.count + date.utf8.count + parts.back.count + 32 + room)
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
  init(status: HTTPResponse.Status, headers: HTTPFields, length: Int64?, frameAncestors: String) {
    var text = "HTTP/1.1 \(status.code) \(ResponseHead.isSafe(status.reasonPhrase) ? status.reasonPhrase : "")\r\n"
    for field in headers where !ResponseHead.ours.contains(field.name) {
      // A value that could end its line would let its writer add headers of his own.
      guard ResponseHead.isSafe(field.value) else { continue }
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    front = Array((text + "X-Content-Type-Options: nosniff\r\nDate: ").utf8)
    text = "\r\n"
    if !headers.contains(where: { $0.name.canonicalName == "referrer-policy" }) {
      text += "Referrer-Policy: same-origin\r\n"
    }
    if headers.areOfDocument, headers[.contentSecurityPolicy]?.contains("frame-ancestors") != true {
      // A second policy only takes away from what the first allows.
      text += "Content-Security-Policy: frame-ancestors \(frameAncestors)\r\n"
    }
    if let length { text += "Content-Length: \(length)\r\n" }
    back = Array(text.utf8)
  }
}
