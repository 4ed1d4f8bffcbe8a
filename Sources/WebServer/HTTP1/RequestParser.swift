import HTTPTypes

/// Reads the requests of one connection out of its bytes, one after the other: RFC 9112, and of what that leaves open or lets a
/// server forgive, nothing. Two parsers that read the same bytes differently are how requests are smuggled; so whatever is
/// ambiguous is refused, and `Tests/Differential` asks others whether they read the rest as this does.
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

    package init(requestLine: Int, head: Int, fieldCount: Int, trailers: Int = 4 << 10, chunkExtensions: Int = 4 << 10)
    {
      self.requestLine = requestLine
      self.head = head
      self.fieldCount = fieldCount
      self.trailers = trailers
      self.chunkExtensions = chunkExtensions
    }
  }

  package enum Event: Sendable, Equatable {
    case head(RequestHead)
    /// These bytes of the input are content, never none.
    case body(Range<Int>)
    /// The request is complete. Its trailers were checked and dropped.
    case end
  }

  private enum State {
    case emptyLines(Int)
    case requestLine(RequestLine)
    case fields
    case content(left: Int)
    case chunks(ChunkReader)
    case trailers
    case end
    case failed(Failure)
  }

  private let limits: Limits
  private var state = State.emptyLines(0)
  /// The head while its fields arrive, and these.
  private var head: RequestHead?
  private var fields: [HTTPField] = []
  private var framing = FramingFields()
  /// The line of a head or of trailers that is not complete.
  private var line = FieldLine()
  /// Bytes and fields that the head, or the trailers, may still have.
  private var allowance = 0
  private var fieldAllowance = 0

  package init(limits: Limits) { self.limits = limits }

  /// Reads on, and moves `offset` past what was used. Nil when more bytes are needed: the next call gets what was left, with
  /// those behind it. After an error nothing is read any more.
  package mutating func next(in bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    do {
      return try read(bytes, from: &offset)
    } catch {
      state = .failed(error)
      throw error
    }
  }
}

extension RequestParser {
  private mutating func read(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> Event? {
    while true {
      switch state {
      case .emptyLines(let count):
        guard try skipEmptyLine(bytes, at: &offset, after: count) else { return nil }
      case .requestLine(var line):
        let end = min(bytes.count, offset + min(limits.requestLine, limits.head))
        let isComplete = try line.scan(bytes, from: offset, to: end)
        state = .requestLine(line)
        guard isComplete else {
          guard line.count < min(limits.requestLine, limits.head) else {
            throw Failure(.uriTooLong, "The request line is over the limit of \(limits.requestLine) bytes.")
          }
          return nil
        }
        head = try makeHead(line, at: offset, in: bytes)
        offset += line.count
        allowance = limits.head - line.count
        expectFields()
        state = .fields
      case .fields:
        guard let field = try nextField(bytes, from: &offset) else { return nil }
        guard case .field(let name, let value, _) = field else { return .head(try completeHead()) }
        try take(name, value, in: bytes)
      case .content(let left):
        guard offset < bytes.count else { return nil }
        let range = offset..<(offset + min(left, bytes.count - offset))
        offset = range.upperBound
        state = left == range.count ? .end : .content(left: left - range.count)
        return .body(range)
      case .chunks(var reader):
        let result = try reader.next(in: bytes, from: &offset)
        state = .chunks(reader)
        switch result {
        case .incomplete: return nil
        case .content(let range): return .body(range)
        case .last:
          allowance = limits.trailers
          expectFields()
          state = .trailers
        }
      case .trailers:
        guard let field = try nextField(bytes, from: &offset) else { return nil }
        if case .noMore = field { state = .end }
      case .end:
        state = .emptyLines(0)
        return .end
      case .failed(let failure): throw failure
      }
    }
  }

  /// RFC 9112, section 2.2: "SHOULD ignore at least one empty line (CRLF)". False when more bytes are needed.
  private mutating func skipEmptyLine(_ bytes: Span<UInt8>, at offset: inout Int, after count: Int) throws(Failure)
    -> Bool
  {
    guard offset < bytes.count else { return false }
    guard bytes[offset] == .carriageReturn else {
      state = .requestLine(RequestLine())
      return true
    }
    guard count < 2 else { throw .malformed("There are empty lines before the request.") }
    guard offset + 1 < bytes.count else { return false }
    guard bytes[offset + 1] == .lineFeed else { throw .unexpected(.carriageReturn, in: "an empty line") }
    offset += 2
    state = .emptyLines(count + 1)
    return true
  }

  private func makeHead(_ line: RequestLine, at start: Int, in bytes: Span<UInt8>) throws(Failure) -> RequestHead {
    guard line.majorVersion == 1 else {
      throw Failure(.httpVersionNotSupported, "This server speaks HTTP/1.1.")
    }
    let method = HTTPRequest.Method(bytes.text(line.method, from: start))
    // Its target has a form of its own. Not 405: that would have to name methods that the target does take.
    if method == .connect { throw Failure(.notImplemented, "This server is no proxy.") }
    guard let method, let target = RequestTarget(bytes.text(line.target, from: start)),
      target.raw != "*" || method == .options
    else { throw .malformed("The request's target is in no form that its method can have.") }
    return RequestHead(method: method, target: target, minorVersion: line.minorVersion == 0 ? 0 : 1)
  }

  private mutating func expectFields() {
    line = FieldLine()
    fieldAllowance = limits.fieldCount
  }

  /// The next line of the head or the trailers, taken off what they may still have. Nil when more bytes are needed.
  private mutating func nextField(_ bytes: Span<UInt8>, from offset: inout Int) throws(Failure) -> FieldLine.Result? {
    let result = try line.scan(bytes, from: offset, to: min(bytes.count, offset + allowance))
    let end: Int
    switch result {
    case .incomplete:
      guard bytes.count - offset < allowance else { throw tooLarge }
      return nil
    case .field(_, _, let fieldEnd):
      guard fieldAllowance > 0 else { throw tooLarge }
      fieldAllowance -= 1
      end = fieldEnd
    case .noMore(let sectionEnd): end = sectionEnd
    }
    line = FieldLine()
    allowance -= end - offset
    offset = end
    return result
  }

  private var tooLarge: Failure {
    Failure(
      .requestHeaderFieldsTooLarge,
      "The head is over the limit of \(limits.head) bytes or \(limits.fieldCount) fields, or the trailers are over theirs."
    )
  }

  private mutating func take(_ name: Range<Int>, _ value: Range<Int>, in bytes: Span<UInt8>) throws(Failure) {
    let fieldName: HTTPField.Name
    if let known = KnownFieldNames.shared.find(name, in: bytes) {
      try framing.take(known.field, value, in: bytes)
      fieldName = known.name
    } else {
      guard let other = HTTPField.Name(bytes.text(name)) else { throw .malformed("A field has no name.") }
      fieldName = other
    }
    fields.append(bytes.field(fieldName, value))
  }

  private mutating func completeHead() throws(Failure) -> RequestHead {
    guard var head else { preconditionFailure("fields without a request line") }
    self.head = nil
    if let first = fields.first { head.headers[fields: first.name] = fields }
    fields.removeAll(keepingCapacity: true)
    try framing.complete(&head)
    framing = FramingFields()
    state =
      switch head.body {
      case .none: .end
      case .length(let length): .content(left: length)
      case .chunked: .chunks(ChunkReader(extensionAllowance: limits.chunkExtensions))
      }
    return head
  }
}
