import HTTPTypes

/// Writes the head of an HTTP/1.1 response.
enum ResponseHead {
  /// Fields that the connection decides about, not the handler.
  private static let ours: Set<HTTPField.Name> = [
    .contentLength, .transferEncoding, .connection, .date, .server, .xContentTypeOptions,
  ]

  /// `length` is the body's, nil for a status that has none; `frameAncestors` are who may frame a document.
  static func bytes(
    of response: Response, length: Int64?, date: String, closes: Bool, isHTTP11: Bool, frameAncestors: String
  ) -> [UInt8] {
    var text =
      "HTTP/1.1 \(response.status.code) \(isSafe(response.status.reasonPhrase) ? response.status.reasonPhrase : "")\r\n"
    for field in response.headers where !ours.contains(field.name) {
      // A value that could end its line would let its writer add headers of his own.
      guard isSafe(field.value) else { continue }
      text += "\(field.name.rawName): \(field.value)\r\n"
    }
    text += "X-Content-Type-Options: nosniff\r\nDate: \(date)\r\n"
    if !response.headers.contains(where: { $0.name.canonicalName == "referrer-policy" }) {
      text += "Referrer-Policy: same-origin\r\n"
    }
    if response.isDocument, response.headers[.contentSecurityPolicy]?.contains("frame-ancestors") != true {
      // A second policy only takes away from what the first allows.
      text += "Content-Security-Policy: frame-ancestors \(frameAncestors)\r\n"
    }
    if let length { text += "Content-Length: \(length)\r\n" }
    if closes {
      text += "Connection: close\r\n"
    } else if !isHTTP11 {
      text += "Connection: keep-alive\r\n"
    }
    return Array((text + "\r\n").utf8)
  }

  private static func isSafe(_ value: String) -> Bool {
    !value.utf8.contains { $0 == 13 || $0 == 10 || $0 == 0 }
  }
}

extension Response {
  /// Whether a browser shows it, and runs its scripts. False for an answer that does not say what it is, such as 304.
  package var isDocument: Bool {
    guard let type = headers[.contentType] else { return false }
    return ["text/html", "application/xhtml+xml", "image/svg+xml"].contains { type.hasPrefix($0) }
  }
}
