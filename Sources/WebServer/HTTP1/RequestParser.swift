import HTTPTypes

/// Reads the requests of one connection out of its bytes, one after another, strictly by RFC 9112. Where that lets a
/// server forgive something, it forgives nothing.
///
/// Requests are smuggled where two parsers read the same bytes differently. So whatever is ambiguous is refused, and
/// `Tests/Differential` checks that other parsers read the rest as this one does.
package struct RequestParser: Sendable {
  /// In bytes as they come, the ends of lines included.
  package struct Limits: Sendable {
    /// A longer one is answered 414.
    package var requestLine: Int
    /// Request line and fields, with the empty line; more is answered 431.
    package var head: Int
    /// Of the head, and again of the trailers; more are answered 431.
    package var fieldCount: Int
    /// All trailers of a body, with the empty line; more is answered 431.
    package var trailers: Int
    /// All extensions of a body's chunks; more is answered 400.
    package var chunkExtensions: Int

    package init(
      requestLine: Int, head: Int, fieldCount: Int, trailers: Int = 4 << 10, chunkExtensions: Int = 4 << 10
    ) {
      self.requestLine = requestLine
      self.head = head
      self.fieldCount = fieldCount
      self.trailers = trailers
      self.chunkExtensions = chunkExtensions
    }
  }

  package enum Event: Sendable, Equatable {
    case head(RequestHead)
    /// These bytes of the input are content. There is at least one.
    case body(Range<Int>)
    /// The request is complete. Its trailers were checked and dropped.
    case end
  }

  private enum State { case emptyLines, requestLine, fields, content, chunks, trailers, end }

  private let limits: Limits
  private let knownNames = KnownFieldNames.shared
  private var state = State.emptyLines
  private var failure: Failure?

  private var emptyLines = 0
  private var requestLine = RequestLine()
  /// The head while its fields arrive, and these.
  private var head: RequestHead?
  private var lines: [ReceivedFields.Line] = []
  private var framing = FramingFields()
  /// The line of a head or of trailers that is not complete.
  private var line = FieldLine()
  /// How far the head, which is used when it is complete, was read: bytes behind `offset`.
  private var position = 0
  /// Bytes and fields that the head, or the trailers, may still have.
  private var allowance = 0
  private var fieldAllowance = 0

  /// Bytes of a body with a length that are still to come.
  private var left = 0
  private var chunks = ChunkReader(extensionAllowance: 0)

  package init(limits: Limits) {
    var limits = limits
    // Whatever is configured, `ReceivedFields` must be able to count the bytes, and `HTTPFields` the fields.
    limits.head = min(limits.head, 1 << 30)
    limits.fieldCount = min(limits.fieldCount, 1 << 15)
    self.limits = limits
  }

  /// Reads on, and moves `offset` past what was used. Nil when more bytes are needed: the next call gets what was left,
  /// with those behind it. After an error nothing is read any more.
  package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    if let failure { throw failure }
    do throws(Failure) {
      return try read(bytes, from: &offset)
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    while true {
      switch state {
      case .emptyLines:
        guard try readEmptyLine(bytes, from: &offset) else { return nil }
      case .requestLine:
        guard try readRequestLine(bytes, from: offset) else { return nil }
      case .fields:
        return try readFields(bytes, from: &offset).map { .head($0) }
      case .content:
        guard offset < bytes.count else { return nil }
        let range = offset..<(offset + min(left, bytes.count - offset))
        offset = range.upperBound
        left -= range.count
        if left == 0 { state = .end }
        return .body(range)
      case .chunks:
        switch try chunks.next(in: bytes, from: &offset) {
        case .incomplete: return nil
        case .content(let range): return .body(range)
        case .last: expect(.trailers, within: limits.trailers)
        }
      case .trailers:
        guard let line = try nextLine(bytes, from: offset) else { return nil }
        try checkTrailer(line, in: bytes)
        offset = line.end
        if line.isLast { state = .end }
      case .end:
        state = .emptyLines
        emptyLines = 0
        return .end
      }
    }
  }

  /// RFC 9112, section 2.2: "SHOULD ignore at least one empty line (CRLF)". False when more bytes are needed.
  private mutating func readEmptyLine(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Bool {
    guard offset < bytes.count else { return false }
    guard bytes[offset] == .carriageReturn else {
      requestLine = RequestLine()
      state = .requestLine
      return true
    }
    guard emptyLines < 2 else { throw .malformed("There are empty lines before the request.") }
    guard offset + 1 < bytes.count else { return false }
    guard bytes[offset + 1] == .lineFeed else { throw .unexpected(.carriageReturn, in: "an empty line") }
    offset += 2
    emptyLines += 1
    return true
  }

  /// False when more bytes are needed.
  private mutating func readRequestLine(_ bytes: Span<UInt8>, from start: Int) throws(Failure) -> Bool {
    let limit = min(limits.requestLine, limits.head)
    guard try requestLine.scan(bytes, from: start, to: min(bytes.count, start + limit)) else {
      guard requestLine.count < limit else {
        throw Failure(.uriTooLong, "The request line is over the limit of \(limit) bytes.")
      }
      return false
    }
    head = try requestLine.head(bytes, from: start)
    position = requestLine.count
    expect(.fields, within: limits.head - position)
    lines.reserveCapacity(16)
    return true
  }

  /// Nil when more bytes are needed.
  private mutating func readFields(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> RequestHead? {
    while let line = try nextLine(bytes, from: offset + position) {
      position = line.end - offset
      if line.isLast {
        let start = offset
        offset = line.end
        return try completeHead(bytes.extracting(start..<line.end))
      }
      let known = knownNames.find(line.name, in: bytes)
      if let known, let field = knownNames.framingField(known) { try framing.take(field, line.value, in: bytes) }
      lines.append(.init(name: line.name, value: line.value, known: known, from: offset))
    }
    return nil
  }

  private mutating func completeHead(_ bytes: Span<UInt8>) throws(Failure) -> RequestHead {
    guard var head = self.head.take() else { throw .malformed("The request has no request line.") }
    try framing.complete(&head)
    head.fields = ReceivedFields(bytes: bytes.withUnsafeBufferPointer { Array($0) }, lines: lines)
    lines = []
    framing = FramingFields()
    switch head.body {
    case .none: state = .end
    case .length(let length):
      left = length
      state = .content
    case .chunked:
      chunks = ChunkReader(extensionAllowance: limits.chunkExtensions)
      state = .chunks
    }
    return head
  }

  /// RFC 9110, section 6.5.1, forbids such trailers. They could be dropped like all others, but a peer that sends them
  /// wants some other reader to use them.
  private func checkTrailer(_ line: FieldLine.Complete, in bytes: Span<UInt8>) throws(Failure) {
    guard let known = knownNames.find(line.name, in: bytes), let field = knownNames.framingField(known) else { return }
    throw .malformed("A trailer cannot be \(field.name).")
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
    Failure(
      .requestHeaderFieldsTooLarge,
      state == .trailers
        ? "The trailers are over the limit of \(limits.trailers) bytes or \(limits.fieldCount) fields."
        : "The head is over the limit of \(limits.head) bytes or \(limits.fieldCount) fields.")
  }
}
