extension FramingFields {
  /// Returns the framing of a response's body, and whether the connection can be reused. Called after the last field.
  func complete(
    status: Int, minorVersion: Int, answersHead: Bool
  ) throws(MessageFailure) -> (body: BodyFraming, keepsAlive: Bool) {
    let isOld = minorVersion == 0
    let staysOpen = !closes && (!isOld || keepsAlive)
    if answersHead { return (.none, staysOpen) }
    if status < 200 || status == 204 || status == 304 {
      // RFC 9112, section 6.3: such a response has no body, regardless of its fields. If the fields of a 204 response
      // announce a body, the server may still send one, so the connection is not reused.
      let isPlain = status == 304 || codings == .none && (length ?? 0) == 0
      return (.none, staysOpen && isPlain)
    }
    switch codings {
    case .none:
      guard let length else { return (.close, false) }
      return (length == 0 ? .none : .length(length), staysOpen)
    // Section 6.1: HTTP/1.0 does not have this field, so an intermediary must have added it.
    case _ where isOld: throw .malformed("A response of HTTP/1.0 must not have Transfer-Encoding.")
    case .chunked: return (.chunked, staysOpen)
    // The request's `TE` field did not allow any other coding.
    case .others, .othersThenChunked: throw .malformed("The response has a transfer coding other than chunked.")
    }
  }
}
