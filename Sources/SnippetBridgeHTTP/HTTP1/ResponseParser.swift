/// A parser for the response to one request. It repairs the faults that `docs/guides/proxied-sites.md` lists, and is
/// otherwise as strict as ``RequestParser``. A parser that disagrees with the upstream server about the end of a
/// response would treat a part of one response as the next response. So a connection must not be reused after a
/// response with a fault, even if it was repaired.
package struct ResponseParser: Sendable {
  package enum Event: Sendable, Equatable {
    /// An interim response (1xx). Another response follows, unless the status is 101.
    case interim(UpstreamResponseHead)
    case head(UpstreamResponseHead)
    /// A non-empty range of the input that is content of the body.
    case body(Range<Int>)
    /// The response is complete. Its trailers were checked and dropped. Further bytes are not read.
    case end
  }

  private enum State { case statusLine, fields, body, over }

  /// The maximum number of interim responses, which limits what an upstream server can send before its response.
  private static let mostInterims = 16

  private let answersHead: Bool
  private var state = State.statusLine
  private var interims = 0
  private var statusLine = StatusLine()
  private var reader: MessageReader
  /// The number of bytes still allowed for the current head and all later heads of the response.
  private var headAllowance: Int

  /// Creates a parser.
  /// - Parameter answersHead: Whether the request was a HEAD, whose response has no body.
  package init(
    limits: MessageLimits = MessageLimits(trailers: 16 << 10, chunkExtensions: 16 << 10), answersHead: Bool
  ) {
    self.answersHead = answersHead
    reader = MessageReader(.response, limits: limits)
    headAllowance = limits.head
  }

  /// Whether a fault of the response has been repaired so far. If so, the connection must not be reused.
  package var isRepaired: Bool { statusLine.isRepaired || reader.isRepaired }

  /// Returns the next event and moves `offset` past the bytes that were used. Returns `nil` if more bytes are needed;
  /// the next call must then start with the unused bytes, followed by new ones. After an error, the end of the
  /// response, or the status 101, no more bytes are read.
  package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Event? {
    do throws(MessageFailure) {
      return try read(bytes, from: &offset)
    } catch {
      state = .over
      throw error
    }
  }

  /// Handles the end of the connection. Throws unless the end of the connection ends the response's body.
  package mutating func connectionEnded() throws(MessageFailure) {
    guard state == .body, reader.isUntilClose else {
      throw .malformed("The response ended before it was complete.")
    }
    state = .over
  }

  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Event? {
    while true {
      switch state {
      case .statusLine:
        guard try statusLine.scan(bytes, from: offset, to: min(bytes.count, offset + headAllowance)) else {
          guard bytes.count - offset < headAllowance else { throw reader.tooLarge }
          return nil
        }
        reader.beginFields(at: statusLine.count, within: headAllowance)
        state = .fields
      case .fields:
        guard let size = try reader.readFields(bytes, from: offset) else { return nil }
        headAllowance -= size
        defer { offset += size }
        return try completeHead(bytes.extracting(offset..<(offset + size)))
      case .body:
        if let range = try reader.readBody(bytes, from: &offset) { return .body(range) }
        guard reader.isComplete else { return nil }
        state = .over
        return .end
      case .over: return nil
      }
    }
  }

  private mutating func completeHead(_ bytes: Span<UInt8>) throws(MessageFailure) -> Event {
    let (body, keepsAlive) = try reader.framing.complete(
      status: statusLine.status, minorVersion: statusLine.minorVersion, answersHead: answersHead)
    let head = UpstreamResponseHead(
      status: statusLine.status, reason: statusLine.reason(bytes), minorVersion: statusLine.minorVersion,
      fields: reader.takeFields(of: bytes), body: body, keepsAlive: keepsAlive)
    statusLine = StatusLine(isRepaired: statusLine.isRepaired)
    if head.status < 200 {
      interims += 1
      guard interims <= Self.mostInterims else { throw .malformed("There are too many interim responses.") }
      state = head.status == 101 ? .over : .statusLine
      return .interim(head)
    }
    try reader.beginBody(body)
    state = .body
    return .head(head)
  }
}
