import HTTPTypes

/// A field that the parser itself evaluates. The raw value is the index of its name in ``KnownFieldNames``.
enum FramingField: KnownFieldNames.Index {
  case host, contentLength, transferEncoding, connection, expect
}

/// The fields that determine the end of a message, the host of a request, and the reuse of the connection.
struct FramingFields: Sendable {
  private var hasHost = false
  private(set) var length: Int?
  private(set) var codings = Codings.none
  private var expectsContinue = false
  private(set) var closes = false
  private(set) var keepsAlive = false

  /// The transfer codings in all lines of `Transfer-Encoding` so far, in order.
  enum Codings { case none, others, chunked, othersThenChunked }

  mutating func take(_ field: FramingField, _ value: Range<Int>, in bytes: Span<UInt8>) throws(MessageFailure) {
    switch field {
    case .host: try takeHost(value, in: bytes)
    case .contentLength: try takeLength(value, in: bytes)
    case .transferEncoding: try takeCodings(value, in: bytes)
    case .expect:
      // RFC 9110, section 10.1.1.
      guard bytes.isEqual(value, lowercased: "100-continue") else {
        throw MessageFailure(.expectationFailed, "This server supports only the expectation 100-continue.")
      }
      expectsContinue = true
    case .connection:
      bytes.forEachElement(of: value) { option in
        if bytes.isEqual(option, lowercased: "close") { closes = true }
        if bytes.isEqual(option, lowercased: "keep-alive") { keepsAlive = true }
      }
    }
  }

  /// Reads `Host` (RFC 9112, section 3.2).
  private mutating func takeHost(_ value: Range<Int>, in bytes: Span<UInt8>) throws(MessageFailure) {
    guard !hasHost else { throw .malformed("The Host header occurs more than once.") }
    guard value.isEmpty || AuthoritySyntax.isValid(bytes.extracting(value)) else {
      throw .malformed("The Host header is not a valid host with an optional port.")
    }
    hasHost = true
  }

  /// Reads `Content-Length`. RFC 9112, section 6.3, item 5, allows the same number to occur twice, but a request with
  /// two numbers may be an attack. See ``takeLengths(_:in:)`` for responses.
  private mutating func takeLength(_ value: Range<Int>, in bytes: Span<UInt8>) throws(MessageFailure) {
    guard length == nil else { throw .malformed("The Content-Length header occurs more than once.") }
    guard codings == .none else { throw Self.lengthAndCoding }
    guard !value.isEmpty else { throw .malformed("Content-Length is empty.") }
    // Leading zeros count as digits. A number with at most 18 digits always fits an `Int`.
    guard value.count <= 18 else { throw .malformed("Content-Length is out of range.") }
    var number = 0
    for index in value {
      guard bytes[index].isDigit else { throw .malformed("Content-Length is not a number.") }
      number = number * 10 + Int(bytes[index] - 0x30)
    }
    length = number
  }

  /// Reads `Content-Length` of a response, which may contain one number several times, in one line or in several lines.
  /// Returns the range of the number, or nil if an earlier line has the same number.
  mutating func takeLengths(_ list: Range<Int>, in bytes: Span<UInt8>) throws(MessageFailure) -> Range<Int>? {
    var first: Range<Int>?
    try bytes.forEachElement(of: list) { element throws(MessageFailure) in
      let earlier = length.take()
      try takeLength(element, in: bytes)
      guard earlier == nil || earlier == length else { throw .malformed("Two values of Content-Length differ.") }
      if earlier == nil { first = element }
    }
    return first
  }

  /// Reads `Transfer-Encoding`. RFC 9112, sections 6.1 and 7: `chunked` must be last, occur once, and have no
  /// parameters.
  private mutating func takeCodings(_ value: Range<Int>, in bytes: Span<UInt8>) throws(MessageFailure) {
    guard length == nil else { throw Self.lengthAndCoding }
    try bytes.forEachElement(of: value) { coding throws(MessageFailure) in
      guard !coding.isEmpty else { throw .malformed("Transfer-Encoding has an empty element.") }
      guard codings != .chunked, codings != .othersThenChunked else {
        throw .malformed("In Transfer-Encoding, chunked must be the last coding.")
      }
      if bytes.isEqual(coding, lowercased: "chunked") {
        codings = codings == .none ? .chunked : .othersThenChunked
      } else {
        codings = .others
      }
    }
  }

  private static let lengthAndCoding = MessageFailure.malformed(
    "Content-Length and Transfer-Encoding must not occur together.")

  /// Sets the body's framing and the connection options of `head`, whose version is known. Called after the last
  /// field.
  func complete(_ head: inout RequestHead) throws(MessageFailure) {
    let isOld = head.minorVersion == 0
    guard hasHost || isOld else { throw .malformed("The Host header is missing.") }
    head.body =
      switch codings {
      case .none: length.map { $0 == 0 ? .none : .length($0) } ?? .none
      // RFC 9112, section 6.1: HTTP/1.0 does not have this field, so an intermediary must have added it.
      case _ where isOld: throw .malformed("A request of HTTP/1.0 must not have Transfer-Encoding.")
      case .chunked: .chunked
      case .othersThenChunked:
        throw MessageFailure(.notImplemented, "This server supports only the transfer coding chunked.")
      // RFC 9112, section 6.3, item 4. Status 501, which section 6.1 provides for unknown codings, is not used, because
      // the end of this body cannot be determined.
      case .others: throw .malformed("Transfer-Encoding does not end in chunked.")
      }
    head.keepsAlive = !closes && (!isOld || keepsAlive)
    // RFC 9110, section 10.1.1: the field has no meaning in HTTP/1.0.
    head.expectsContinue = expectsContinue && !isOld && head.body != .none
  }
}
