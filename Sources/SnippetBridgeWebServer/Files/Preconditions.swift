import HTTPTypes

/// The conditional headers of a request (RFC 9110, section 13), evaluated in the order of section 13.2.2. Conditions
/// with a date do not apply if the modification time is unknown.
extension Representation {
  /// Returns the response to a request whose conditions are not met, with status 304 or 412; otherwise `nil`.
  func refusal(of headers: ReceivedFields, at now: HTTPDate) -> ServerResponse? {
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
  func allowsRange(_ headers: ReceivedFields, at now: HTTPDate) -> Bool {
    guard let condition = headers[.ifRange] else { return true }
    if condition.contains("\"") { return condition == entityTag.description }
    // A date identifies a state only if the file could not have changed twice in that second (section 8.8.2.2).
    guard let modified, let date = HTTPDate(condition, now: now) else { return false }
    return date == modified && modified.seconds < now.seconds - 1
  }
}
