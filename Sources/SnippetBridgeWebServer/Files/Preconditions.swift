import HTTPTypes

/// The conditional headers of a request (RFC 9110, section 13), evaluated in the order of section 13.2.2. Conditions
/// with a date do not apply if the modification time is unknown.
extension Representation {
  enum Outcome {
    case proceed
    case notModified
    case failed
  }

  func outcome(of headers: ReceivedFields, at now: HTTPDate) -> Outcome {
    if let match = headers[.ifMatch] {
      if !entityTag.isListed(in: match, weak: false) { return .failed }
    } else if let modified, let since = headers[.ifUnmodifiedSince].flatMap({ HTTPDate($0, now: now) }),
      modified > since
    {
      return .failed
    }
    if let noneMatch = headers[.ifNoneMatch] {
      return entityTag.isListed(in: noneMatch, weak: true) ? .notModified : .proceed
    }
    if let modified, let since = headers[.ifModifiedSince].flatMap({ HTTPDate($0, now: now) }), modified <= since {
      return .notModified
    }
    return .proceed
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
