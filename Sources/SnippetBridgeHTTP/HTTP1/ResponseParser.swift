/// Reads the response to one request out of a connection's bytes, as strictly as ``RequestParser`` reads requests: who
/// reads a response's end differently from the upstream server takes a part of one response for the next one.
package struct ResponseParser: Sendable {
  package typealias Failure = RequestParser.Failure

  package enum Event: Sendable, Equatable {
    /// A response before the response (1xx); another one follows, unless it is 101.
    case interim(UpstreamResponseHead)
    case head(UpstreamResponseHead)
    /// These bytes of the input are content. There is at least one.
    case body(Range<Int>)
    /// The response is complete. Its trailers were checked and dropped. Nothing is read any more.
    case end
  }

  private enum State { case statusLine, fields, body, over }

  /// An upstream server that sends one after another must not be listened to without end.
  private static let mostInterims = 16

  private let answersHead: Bool
  private var state = State.statusLine
  private var failure: Failure?
  private var interims = 0
  private var statusLine = StatusLine()
  private var reader: MessageReader
  /// Bytes that this head and those behind it may still have.
  private var headAllowance: Int

  /// - Parameter answersHead: the request was a HEAD, whose response has no body.
  package init(
    limits: MessageLimits = MessageLimits(trailers: 16 << 10, chunkExtensions: 16 << 10), answersHead: Bool
  ) {
    self.answersHead = answersHead
    reader = MessageReader(limits: limits, isResponse: true)
    headAllowance = limits.head
  }

  /// Reads on, and moves `offset` past what was used. Nil when more bytes are needed: the next call gets what was left,
  /// with those behind it. After an error, the end and 101 nothing is read any more.
  package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    if let failure { throw failure }
    do throws(Failure) {
      return try read(bytes, from: &offset)
    } catch {
      failure = error
      throw error
    }
  }

  /// The connection has ended. Throws unless the body was to end with it.
  package mutating func connectionEnded() throws(Failure) {
    guard failure == nil, state == .body, reader.isUntilClose else { throw .malformed("The response ends early.") }
    state = .over
  }

  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    while true {
      switch state {
      case .statusLine:
        guard try statusLine.scan(bytes, from: offset, to: min(bytes.count, offset + headAllowance)) else {
          guard bytes.count - offset < headAllowance else { throw reader.headTooLarge }
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

  private mutating func completeHead(_ bytes: Span<UInt8>) throws(Failure) -> Event {
    let (body, keepsAlive) = try reader.framing.complete(
      status: statusLine.status, minorVersion: statusLine.minorVersion, answersHead: answersHead)
    let head = UpstreamResponseHead(
      status: statusLine.status, reason: statusLine.reason(bytes, from: 0), minorVersion: statusLine.minorVersion,
      fields: reader.takeFields(of: bytes), body: body, keepsAlive: keepsAlive)
    statusLine = StatusLine()
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
