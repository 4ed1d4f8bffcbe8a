import HTTPTypes

/// The metadata of the content at a URL. Also applies a request's conditions and range (RFC 9110, sections 13 and 14).
struct Representation: Sendable {
  /// The length in bytes.
  let length: Int64
  let entityTag: EntityTag
  /// The modification time, or `nil` if it is unknown.
  let modified: HTTPDate?
  /// The value of `Content-Type`.
  let contentType: String

  enum Selection {
    /// A response without any bytes of the content, such as 304 or 416.
    case response(ServerResponse)
    case bytes(Selected)
  }

  /// The part of the content that is sent, with the response's status and headers.
  struct Selected {
    let range: Range<Int64>
    let status: HTTPResponse.Status
    let headers: HTTPFields
  }

  /// The headers of a response with the whole representation.
  var headers: HTTPFields {
    var headers = validators
    headers[.acceptRanges] = "bytes"
    headers[.contentType] = contentType
    return headers
  }

  private var validators: HTTPFields {
    // Without `no-cache`, browsers guess how long a file stays valid, and a page may keep using old scripts after an
    // edit.
    var headers: HTTPFields = [.eTag: entityTag.description, .cacheControl: "no-cache"]
    if let modified { headers[.lastModified] = modified.description }
    return headers
  }

  func selection(for request: ServerRequest, at now: HTTPDate) -> Selection {
    let conditions = Preconditions(headers: request.headers, tag: entityTag, modified: modified, now: now)
    switch conditions.outcome() {
    case .notModified: return .response(ServerResponse(.notModified, headers: validators))
    case .failed: return .response(ErrorPage(.preconditionFailed).response())
    case .proceed: break
    }
    var headers = headers
    guard request.method == .get, let header = request.headers[.range], conditions.allowsRange else {
      return .bytes(Selected(range: 0..<length, status: .ok, headers: headers))
    }
    switch ByteRange(header, length: length) {
    case .whole: return .bytes(Selected(range: 0..<length, status: .ok, headers: headers))
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
      return .bytes(Selected(range: part, status: .partialContent, headers: headers))
    case .unsatisfiable:
      var response = ErrorPage(.rangeNotSatisfiable).response()
      response.headers[.contentRange] = "bytes */\(length)"
      return .response(response)
    }
  }
}
