/// Reads the response to one request out of a connection's bytes, as strictly as ``RequestParser`` reads requests: who
/// reads a response's end differently from the upstream server takes a part of one response for the next one.
package struct ResponseParser: Sendable {
  package typealias Failure = RequestParser.Failure

  /// In bytes as they come, the ends of lines included.
  package struct Limits: Sendable {
    /// Status line and fields, with the empty line.
    package var head = 64 << 10
    /// Of the head, and again of the trailers.
    package var fieldCount = 256
    /// All trailers of a body, with the empty line.
    package var trailers = 16 << 10
    /// All extensions of a body's chunks.
    package var chunkExtensions = 16 << 10

    package init() {}
  }

  package enum Event: Sendable, Equatable {
    /// A response before the response (1xx); another one follows, unless it is 101.
    case interim(UpstreamResponseHead)
    case head(UpstreamResponseHead)
    /// These bytes of the input are content. There is at least one.
    case body(Range<Int>)
    /// The response is complete. Its trailers were checked and dropped. Nothing is read any more.
    case end
  }

  private enum State { case statusLine, fields, content, untilClose, chunks, trailers, end, over }

  /// An upstream server that sends one after another must not be listened to without end.
  private static let mostInterims = 16

  private let limits: Limits
  private let answersHead: Bool
  private let knownNames = KnownFieldNames.shared
  private var state = State.statusLine
  private var failure: Failure?
  private var interims = 0

  private var statusLine = StatusLine()
  private var lines: [ReceivedFields.Line] = []
  private var framing = FramingFields()
  private var line = FieldLine()
  /// How far the head, which is used when it is complete, was read: bytes behind `offset`.
  private var position = 0
  /// Bytes and fields that the head, or the trailers, may still have.
  private var allowance = 0
  private var fieldAllowance = 0
  /// Bytes of a body with a length that are still to come.
  private var left = 0
  private var chunks = ChunkReader(extensionAllowance: 0)

  /// - Parameter answersHead: the request was a HEAD, whose response has no body.
  package init(limits: Limits = Limits(), answersHead: Bool) {
    self.limits = limits
    self.answersHead = answersHead
    fieldAllowance = limits.fieldCount
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
  package mutating func connectionEnded() throws(Failure) -> Event {
    guard failure == nil, case .untilClose = state else { throw .malformed("The response ends early.") }
    state = .over
    return .end
  }

  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    while true {
      switch state {
      case .statusLine:
        let end = min(bytes.count, offset + limits.head)
        guard try statusLine.scan(bytes, from: offset, to: end) else {
          guard bytes.count - offset < limits.head else { throw tooLarge }
          return nil
        }
        position = statusLine.count
        expect(.fields, within: limits.head - position)
      case .fields: return try readFields(bytes, from: &offset)
      case .content:
        guard offset < bytes.count else { return nil }
        let range = offset..<(offset + min(left, bytes.count - offset))
        offset = range.upperBound
        left -= range.count
        if left == 0 { state = .end }
        return .body(range)
      case .untilClose:
        guard offset < bytes.count else { return nil }
        defer { offset = bytes.count }
        return .body(offset..<bytes.count)
      case .chunks:
        switch try chunks.next(in: bytes, from: &offset) {
        case .incomplete: return nil
        case .content(let range): return .body(range)
        case .last: expect(.trailers, within: limits.trailers)
        }
      case .trailers:
        guard let line = try nextLine(bytes, from: offset) else { return nil }
        offset = line.end
        if line.isLast { state = .end }
      case .end:
        state = .over
        return .end
      case .over: return nil
      }
    }
  }

  /// Nil when more bytes are needed.
  private mutating func readFields(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    while let line = try nextLine(bytes, from: offset + position) {
      position = line.end - offset
      if line.isLast {
        let start = offset
        offset = line.end
        return try completeHead(bytes.extracting(start..<line.end))
      }
      let known = knownNames.find(line.name, in: bytes)
      switch known.flatMap(knownNames.framingField) {
      case let field? where field != .host && field != .expect: try framing.take(field, line.value, in: bytes)
      default: break
      }
      lines.append(.init(name: line.name, value: line.value, known: known, from: offset))
    }
    return nil
  }

  private mutating func completeHead(_ bytes: Span<UInt8>) throws(Failure) -> Event {
    let (body, keepsAlive) = try framing.complete(
      status: statusLine.status, minorVersion: statusLine.minorVersion, answersHead: answersHead)
    let head = UpstreamResponseHead(
      status: statusLine.status, reason: statusLine.reason(bytes, from: 0), minorVersion: statusLine.minorVersion,
      fields: ReceivedFields(bytes: bytes.withUnsafeBufferPointer { Array($0) }, lines: lines), body: body,
      keepsAlive: keepsAlive)
    lines = []
    framing = FramingFields()
    statusLine = StatusLine()
    if head.status < 200 {
      interims += 1
      guard interims <= Self.mostInterims else { throw .malformed("There are too many interim responses.") }
      state = head.status == 101 ? .over : .statusLine
      return .interim(head)
    }
    switch body {
    case .none: state = .end
    case .length(let length):
      left = length
      state = .content
    case .close: state = .untilClose
    case .chunked:
      chunks = ChunkReader(extensionAllowance: limits.chunkExtensions)
      state = .chunks
    }
    return .head(head)
  }

  /// Fields or trailers follow.
  private mutating func expect(_ state: State, within size: Int) {
    self.state = state
    line = FieldLine()
    allowance = size
    fieldAllowance = limits.fieldCount
  }

  /// The next line of the head or the trailers, taken off what they may still have. Nil when more bytes are needed.
  private mutating func nextLine(_ bytes: Span<UInt8>, from start: Int) throws(Failure) -> FieldLine.Complete? {
    guard fieldAllowance > 0 || start == bytes.count || bytes[start] == .carriageReturn else { throw tooLarge }
    guard let complete = try line.scan(bytes, from: start, to: min(bytes.count, start + allowance)) else {
      guard bytes.count - start < allowance else { throw tooLarge }
      return nil
    }
    line = FieldLine()
    allowance -= complete.end - start
    fieldAllowance -= 1
    return complete
  }

  private var tooLarge: Failure {
    .malformed(
      state == .trailers
        ? "The response's trailers are over the limit of \(limits.trailers) bytes or \(limits.fieldCount) fields."
        : "The response's head is over the limit of \(limits.head) bytes or \(limits.fieldCount) fields.")
  }
}
