package import HTTPTypes

/// The response to a ``ServerRequest``. The server adds `Content-Length`. For a HEAD request, it sends the same headers
/// as for GET, without the body.
package struct ServerResponse: Sendable {
  package enum Body: Sendable {
    case none
    case bytes([UInt8])
    /// A body that is sent piece by piece. Each piece is read when the socket can accept it, so memory use does not
    /// grow with the body's length.
    case stream(any BodyStream)
    /// A body that the closure writes in a new task, without a time limit. `length` is in bytes. If it is `nil`, the
    /// body is sent in chunks (RFC 9112, section 7.1).
    case writer(length: Int64?, @Sendable (ResponseWriter) async throws -> Void)
  }

  package var status: HTTPResponse.Status { didSet { template = nil } }
  package var headers: HTTPFields { didSet { template = nil } }
  package var body: Body
  /// A closure that is called with the fraction of the response that has been sent, from 0 to 1, if the body's length
  /// is known. Called on the loop; must not block.
  package var progress: (@Sendable (Double) -> Void)?
  /// The template that the status and the headers come from, if there is one.
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

  /// Sets these headers, replacing existing headers with the same names.
  package mutating func set(_ added: AddedHeaders) {
    if let template = template?.adding(added) {
      headers = template.headers
      self.template = template
    } else {
      for field in added.fields { headers[field.name] = field.value }
    }
  }

  /// Whether a browser displays the response and runs its scripts. `false` for a response without `Content-Type`,
  /// such as 304.
  package var isDocument: Bool { template?.isDocument ?? headers.areOfDocument }
}

extension HTTPFields {
  /// Indicates whether a browser displays a response with these headers and runs its scripts.
  var areOfDocument: Bool {
    guard let type = self[.contentType] else { return false }
    return ["text/html", "application/xhtml+xml", "image/svg+xml"].contains { type.hasPrefix($0) }
  }
}

extension ServerResponse.Body {
  var isWritten: Bool { if case .writer = self { true } else { false } }

  /// The body's length in bytes; 0 if it is unknown.
  package var length: Int64 {
    switch self {
    case .none: 0
    case .bytes(let bytes): Int64(bytes.count)
    case .stream(let stream): stream.length
    case .writer(let length, _): length ?? 0
    }
  }
}

/// A body of known length. The loop reads it from beginning to end, whenever the socket can accept more bytes.
package protocol BodyStream: Sendable {
  /// The number of bytes. The reads must add up to exactly this number.
  var length: Int64 { get }
  /// Reads bytes into `buffer`, starting at `offset`. Returns the number of bytes read. If a read returns 0 or throws
  /// before `length` bytes were read, the connection is closed.
  func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int64) throws -> Int
}

/// A fixed set of headers that a handler adds to many of its responses. A class, so that ``ResponseTemplate`` can
/// recognize the same set by its identity.
package final class AddedHeaders: Sendable {
  package let fields: [HTTPField]

  package init(_ fields: [HTTPField]) {
    self.fields = fields
  }

  /// Creates one header. Returns `nil` if the name is not valid.
  package init?(_ name: String, _ value: String) {
    guard let name = HTTPField.Name(name) else { return nil }
    fields = [HTTPField(name: name, value: value)]
  }
}
