package import HTTPTypes

/// The answer to a ``Request``. The server adds `Content-Length`, and for HEAD sends the headers of the whole body.
package struct ServerResponse: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// Sent piece by piece, each read when the socket can take it: memory does not grow with the file.
    case stream(any BodyStream)
    /// Written by a task of its own as long as it likes. `length` in bytes; nil when nobody knows: then it is sent in
    /// chunks (RFC 9112, section 7.1).
    case writer(length: Int64?, @Sendable (ResponseWriter) async throws -> Void)
  }

  package var status: HTTPResponse.Status { didSet { template = nil } }
  package var headers: HTTPFields { didSet { template = nil } }
  package var body: Body
  /// What the status and the headers are from, if they are the same for many answers.
  private(set) var template: ResponseTemplate?

  package init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: Body = .none) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  package init(_ template: ResponseTemplate, body: Body) {
    self.init(template.status, headers: template.headers, body: body)
    self.template = template
  }

  /// Sets these headers.
  package mutating func set(_ added: AddedHeaders) {
    if let template {
      self = ServerResponse(template.adding(added), body: body)
    } else {
      for field in added.fields { headers[field.name] = field.value }
    }
  }

  /// Whether a browser shows it, and runs its scripts. False for an answer that does not say what it is, such as 304.
  package var isDocument: Bool { template?.isDocument ?? headers.areOfDocument }
}

extension HTTPFields {
  /// Whether they go with what a browser shows, and whose scripts it runs.
  var areOfDocument: Bool {
    guard let type = self[.contentType] else { return false }
    return ["text/html", "application/xhtml+xml", "image/svg+xml"].contains { type.hasPrefix($0) }
  }
}

extension ServerResponse.Body {
  var isWritten: Bool { if case .writer = self { true } else { false } }

  /// In bytes; 0 where nobody knows.
  var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let stream): stream.length
    case .writer(let length, _): length ?? 0
    }
  }
}

/// A body of known length that is read in order, on the loop, as the socket takes it.
package protocol BodyStream: Sendable {
  /// In bytes; what is read must add up to exactly this.
  var length: Int64 { get }
  /// Fills `buffer` with the bytes from `offset` on; the number of bytes put there. 0 or an error before `length` ends
  /// the connection.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int
}
