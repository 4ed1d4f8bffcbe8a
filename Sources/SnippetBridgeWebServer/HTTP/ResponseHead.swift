import HTTPTypes

/// The serialized head of an HTTP/1.1 response, without the value of `Date`, the `Connection` line, and the empty line
/// at the end. Responses with the same status, headers, framing and frame ancestors can share it.
struct ResponseHead {
  /// The fields that the connection sets. Values that the handler sets for these fields are ignored.
  private static let ours: Set<HTTPField.Name> = [
    .contentLength, .transferEncoding, .connection, .date, .server, .xContentTypeOptions,
  ]

  /// The bytes before and after the value of `Date`.
  private let front: [UInt8]
  private let back: [UInt8]

  /// Returns the serialized head of a response.
  /// - Parameter frameAncestors: The sites that may show a document in an iframe.
  static func bytes(
    of response: ServerResponse, framing: BodyFraming, date: String, closes: Bool, isHTTP11: Bool,
    frameAncestors: String
  ) -> [UInt8] {
    let head =
      response.template?.head(framing: framing, frameAncestors: frameAncestors)
      ?? ResponseHead(
        status: response.status, headers: response.headers, framing: framing, frameAncestors: frameAncestors)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.front.count + date.utf8.count + head.back.count + 32)
    bytes += head.front
    bytes += date.utf8
    bytes += head.back
    bytes.appendHeadEnd(closes: closes, isHTTP11: isHTTP11)
    return bytes
  }

  init(status: HTTPResponse.Status, headers: HTTPFields, framing: BodyFraming, frameAncestors: String) {
    // HTTPTypes removes line ends from reason phrases, so an attacker cannot inject headers.
    var front = Array("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8)
    front.append(headers.lazy.filter { !Self.ours.contains($0.name) })
    front += "X-Content-Type-Options: nosniff\r\nDate: ".utf8
    self.front = front
    var text = "\r\n"
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
    back = Array((text + framing.line).utf8)
  }
}

extension BodyFraming {
  /// The line of a head that describes the end of the body; empty if there is no body, or if the end of the connection
  /// ends the body.
  var line: String {
    switch self {
    case .none, .close: ""
    case .length(let length): "Content-Length: \(length)\r\n"
    case .chunked: "Transfer-Encoding: chunked\r\n"
    }
  }
}

extension [UInt8] {
  /// Appends the fields, one per line. The value of an `HTTPField` contains no line end.
  mutating func append(_ fields: some Sequence<HTTPField>) {
    for field in fields {
      self += field.name.rawName.utf8
      self += [UInt8(ascii: ":"), .space]
      field.withUnsafeBytesOfValue { self += $0 }
      self += [.carriageReturn, .lineFeed]
    }
  }

  /// Appends the end of a response's head, which tells the peer whether the connection stays open.
  mutating func appendHeadEnd(closes: Bool, isHTTP11: Bool) {
    if closes {
      self += "Connection: close\r\n".utf8
    } else if !isHTTP11 {
      self += "Connection: keep-alive\r\n".utf8
    }
    self += "\r\n".utf8
  }
}
