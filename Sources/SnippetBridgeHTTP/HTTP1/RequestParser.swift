import HTTPTypes

/// A parser for the sequence of requests on one connection. It follows RFC 9112 strictly, and rejects even deviations
/// that the RFC allows a server to accept.
///
/// Request smuggling requires two parsers that interpret the same bytes differently. Ambiguous input is therefore
/// rejected. `Tests/Differential` checks that other parsers agree on the input that is accepted.
package struct RequestParser: Sendable {
  package enum Event: Sendable, Equatable {
    case head(RequestHead)
    /// A non-empty range of the input that is content of the body.
    case body(Range<Int>)
    /// The request is complete. Its trailers were checked and dropped.
    case end
  }

  private enum State { case emptyLines, requestLine, fields, body }

  private let limits: MessageLimits
  private var state = State.emptyLines
  private var failure: MessageFailure?
  private var emptyLines = 0
  private var requestLine = RequestLine()
  /// The head with the data of the request line, while its fields are being read.
  private var head: RequestHead?
  private var reader: MessageReader

  package init(limits: MessageLimits) {
    self.limits = limits
    reader = MessageReader(.request, limits: limits)
  }

  /// Returns the next event and moves `offset` past the bytes that were used. Returns `nil` if more bytes are needed;
  /// the next call must then start with the unused bytes, followed by new ones. After an error, every call throws the
  /// same error again.
  package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Event? {
    if let failure { throw failure }
    do throws(MessageFailure) {
      return try read(bytes, from: &offset)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Event? {
    while true {
      switch state {
      case .emptyLines:
        guard try readEmptyLine(bytes, from: &offset) else { return nil }
      case .requestLine:
        guard try readRequestLine(bytes, from: offset) else { return nil }
      case .fields:
        guard let size = try reader.readFields(bytes, from: offset) else { return nil }
        defer { offset += size }
        return .head(try completeHead(bytes.extracting(offset..<(offset + size))))
      case .body:
        if let range = try reader.readBody(bytes, from: &offset) { return .body(range) }
        guard reader.isComplete else { return nil }
        state = .emptyLines
        emptyLines = 0
        return .end
      }
    }
  }

  /// Skips an empty line. RFC 9112, section 2.2: "SHOULD ignore at least one empty line (CRLF)". Returns `false` if
  /// more bytes are needed.
  private mutating func readEmptyLine(_ bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Bool {
    guard offset < bytes.count else { return false }
    guard bytes[offset] == .carriageReturn else {
      requestLine = RequestLine()
      state = .requestLine
      return true
    }
    guard emptyLines < 2 else { throw .malformed("There are too many empty lines before the request.") }
    guard offset + 1 < bytes.count else { return false }
    guard bytes[offset + 1] == .lineFeed else { throw .unexpected(.carriageReturn, in: "an empty line") }
    offset += 2
    emptyLines += 1
    return true
  }

  /// Reads the request line. Returns `false` if more bytes are needed.
  private mutating func readRequestLine(_ bytes: Span<UInt8>, from start: Int) throws(MessageFailure) -> Bool {
    let limit = min(limits.requestLine, limits.head)
    guard try requestLine.scan(bytes, from: start, to: min(bytes.count, start + limit)) else {
      guard requestLine.count < limit else {
        throw MessageFailure(.uriTooLong, "The request line is over the limit of \(limit) bytes.")
      }
      return false
    }
    head = try requestLine.head(bytes, from: start)
    reader.beginFields(at: requestLine.count, within: limits.head)
    state = .fields
    return true
  }

  private mutating func completeHead(_ bytes: Span<UInt8>) throws(MessageFailure) -> RequestHead {
    guard var head = self.head.take() else { throw .malformed("The request has no request line.") }
    try reader.framing.complete(&head)
    head.fields = reader.takeFields(of: bytes)
    try reader.beginBody(head.body)
    state = .body
    return head
  }
}
