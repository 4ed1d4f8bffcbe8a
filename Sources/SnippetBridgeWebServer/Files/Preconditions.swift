import HTTPTypes

/// The conditional headers of a request (RFC 9110, section 13), evaluated in the order of section 13.2.2.
struct Preconditions {
  enum Outcome: Equatable {
    case proceed
    case notModified
    case failed
  }

  let headers: ReceivedFields
  let tag: EntityTag
  /// The modification time, or `nil` if it is unknown. Conditions with a date do not apply if it is unknown.
  let modified: HTTPDate?
  let now: HTTPDate

  func outcome() -> Outcome {
    if let match = headers[.ifMatch] {
      if !tag.isListed(in: match, weak: false) { return .failed }
    } else if let modified, let since = headers[.ifUnmodifiedSince].flatMap({ HTTPDate($0, now: now) }),
      modified > since
    {
      return .failed
    }
    if let noneMatch = headers[.ifNoneMatch] {
      return tag.isListed(in: noneMatch, weak: true) ? .notModified : .proceed
    }
    if let modified, let since = headers[.ifModifiedSince].flatMap({ HTTPDate($0, now: now) }), modified <= since {
      return .notModified
    }
    return .proceed
  }

  /// Indicates whether `Range` applies: there is no `If-Range`, or `If-Range` identifies exactly this state of the
  /// file.
  var allowsRange: Bool {
    guard let condition = headers[.ifRange] else { return true }
    if condition.contains("\"") { return condition == tag.description }
    // A date identifies a state only if the file could not have changed twice in that second (section 8.8.2.2).
    guard let modified, let date = HTTPDate(condition, now: now) else { return false }
    return date == modified && modified.seconds < now.seconds - 1
  }
}
