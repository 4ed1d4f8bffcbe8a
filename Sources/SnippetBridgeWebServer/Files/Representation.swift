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

  /// Returns the response to a GET or HEAD request.
  /// - Parameter body: Returns a part of the content as the response's body. Not called for a response without any
  ///   bytes of the content, such as 304 or 416.
  func response(
    to request: ServerRequest, at now: HTTPDate, body: (Range<Int64>) -> ServerResponse.Body
  ) -> ServerResponse {
    if let refusal = refusal(of: request.headers, at: now) { return refusal }
    var headers = headers
    let range = request.method == .get && allowsRange(request.headers, at: now) ? request.headers[.range] : nil
    switch range.map({ ByteRange($0, length: length) }) {
    case nil, .whole: return ServerResponse(.ok, headers: headers, body: body(0..<length))
    case .part(let part):
      headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
      return ServerResponse(.partialContent, headers: headers, body: body(part))
    case .unsatisfiable:
      var response = ErrorPage(.rangeNotSatisfiable).response()
      response.headers[.contentRange] = "bytes */\(length)"
      return response
    }
  }

  // MARK: Conditions

  /// Returns the response to a request whose conditions are not met, with status 304 or 412; otherwise `nil`. The
  /// conditions are evaluated in the order of RFC 9110, section 13.2.2. Conditions with a date do not apply if the
  /// modification time is unknown.
  private func refusal(of headers: ReceivedFields, at now: HTTPDate) -> ServerResponse? {
    let isUnexpected =
      headers[.ifMatch].map { !entityTag.isListed(in: $0, weak: false) }
      ?? (isModified(after: headers[.ifUnmodifiedSince], at: now) == true)
    if isUnexpected { return ErrorPage(.preconditionFailed).response() }
    let isKnown =
      headers[.ifNoneMatch].map { entityTag.isListed(in: $0, weak: true) }
      ?? (isModified(after: headers[.ifModifiedSince], at: now) == false)
    return isKnown ? ServerResponse(.notModified, headers: validators) : nil
  }

  /// Returns whether the content was modified after a date, or `nil` if one of the times is unknown.
  private func isModified(after date: String?, at now: HTTPDate) -> Bool? {
    guard let modified, let date = date.flatMap({ HTTPDate($0, now: now) }) else { return nil }
    return modified > date
  }

  /// Returns whether `Range` applies: there is no `If-Range`, or `If-Range` identifies exactly this state of the
  /// file.
  private func allowsRange(_ headers: ReceivedFields, at now: HTTPDate) -> Bool {
    guard let condition = headers[.ifRange] else { return true }
    if condition.contains("\"") { return condition == entityTag.description }
    // A date identifies a state only if the file could not have changed twice in that second (section 8.8.2.2).
    guard let modified, let date = HTTPDate(condition, now: now) else { return false }
    return date == modified && modified.seconds < now.seconds - 1
  }
}
