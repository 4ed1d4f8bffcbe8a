extension FramingFields {
  /// After the last field of a response: where its body ends, and whether the connection can be used again.
  func complete(
    status: Int, minorVersion: Int, answersHead: Bool
  ) throws(Failure) -> (body: BodyFraming, keepsAlive: Bool) {
    let isOld = minorVersion == 0
    let staysOpen = !closes && (!isOld || keepsAlive)
    if answersHead { return (.none, staysOpen) }
    if status < 200 || status == 204 || status == 304 {
      // RFC 9112, section 6.3: no body, whatever they say. A 204 that announces one may be followed by it.
      let isPlain = status == 304 || codings == .none && (length ?? 0) == 0
      return (.none, staysOpen && isPlain)
    }
    switch codings {
    case .none:
      guard let length else { return (.close, false) }
      return (length == 0 ? .none : .length(length), staysOpen)
    // Section 6.1: HTTP/1.0 has no such field, so somebody else has added it.
    case _ where isOld: throw .malformed("There is a Transfer-Encoding in a response of HTTP/1.0.")
    case .chunked: return (.chunked, staysOpen)
    // Nothing else was asked for (`TE`).
    case .others, .othersThenChunked: throw .malformed("There is a transfer coding other than chunked.")
    }
  }
}
