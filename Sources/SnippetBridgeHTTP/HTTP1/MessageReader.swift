import HTTPTypes

/// The limits for a request or response, in received bytes, including line ends.
package struct MessageLimits: Sendable {
  /// The maximum size of a request line. A longer line is answered with 414.
  let requestLine: Int
  /// The maximum size of a head: the first line, the fields, and the empty line. For a response, the heads of the
  /// preceding interim responses also count. A request with a larger head is answered with 431.
  let head: Int
  /// The maximum number of fields in a head, and in the trailers. A request that exceeds this limit is answered with
  /// 431.
  let fieldCount: Int
  /// The maximum size of a body's trailers, including the empty line. A request that exceeds this limit is answered
  /// with 431.
  let trailers: Int
  /// The maximum total size of a body's chunk extensions. A request that exceeds this limit is answered with 400.
  let chunkExtensions: Int
  /// The maximum size of a body's content.
  let body: Int

  package init(
    requestLine: Int = .max, head: Int = 64 << 10, fieldCount: Int = 256, trailers: Int = 4 << 10,
    chunkExtensions: Int = 4 << 10, body: Int = .max
  ) {
    self.requestLine = requestLine
    // The sum of a position and `head` must not overflow, and `HTTPFields` can hold only a limited number of fields.
    self.head = min(head, 1 << 30)
    self.fieldCount = min(fieldCount, 1 << 15)
    self.trailers = trailers
    self.chunkExtensions = chunkExtensions
    self.body = body
  }
}

/// A reader for the parts of a message after its first line: fields, body and trailers (RFC 9112, sections 5 to 7).
struct MessageReader: Sendable {
  private enum State { case fields, content, untilClose, chunks, trailers, end }

  private let limits: MessageLimits
  private let kind: MessageKind
  private let knownNames = KnownFieldNames.shared
  private var state = State.end
  /// The framing fields of the head that is being read.
  private(set) var framing = FramingFields()
  private var lines: [ReceivedFields.Line] = []
  /// The values in `lines` that contain line ends.
  private var foldedValues: [Range<Int>] = []
  /// Indicates whether a fault of the head or the trailers was repaired.
  private var hasRepairedLine = false
  /// The incomplete line of a head or of trailers.
  private var line: FieldLine
  /// The number of bytes of the head that have been read. They are consumed when the head is complete.
  private var position = 0
  /// The remaining bytes and fields of the head or the trailers.
  private var allowance = 0
  private var fieldAllowance = 0
  /// The number of remaining bytes of a body with a known length. For other bodies, the number of bytes that are still
  /// allowed.
  private var left = 0
  private var chunks: ChunkReader

  init(_ kind: MessageKind, limits: MessageLimits) {
    self.limits = limits
    self.kind = kind
    line = FieldLine(kind)
    chunks = ChunkReader(kind, limits: limits)
  }

  /// Indicates whether a fault of the message was repaired (see ``MessageKind``).
  var isRepaired: Bool { hasRepairedLine || chunks.isRepaired }

  /// Begins reading the fields after a first line of `position` bytes.
  mutating func beginFields(at position: Int, within size: Int) {
    self.position = position
    lines.reserveCapacity(16)
    expect(.fields, within: size - position)
  }

  /// Continues reading the head that begins at `start`. Returns its size when it is complete, or nil if more bytes are
  /// needed.
  mutating func readFields(_ bytes: Span<UInt8>, from start: Int) throws(MessageFailure) -> Int? {
    let head = bytes.extracting(start..<bytes.count)
    while let line = try nextLine(head, from: position) {
      position = line.end
      if line.isLast { return position }
      let known = knownNames.find(line.name, in: head)
      var value = line.value
      if let field = framingField(known) {
        guard !line.isFolded else {
          throw .malformed("The field \(knownNames.name(of: field.rawValue).rawName) is folded.")
        }
        if kind == .response, field == .contentLength {
          guard let length = try framing.takeLengths(value, in: head) else {
            hasRepairedLine = true
            continue
          }
          if length != value { hasRepairedLine = true }
          value = length
        } else {
          try framing.take(field, value, in: head)
        }
      }
      if line.isFolded { foldedValues.append(value) }
      lines.append(.init(name: line.name, value: value, known: known))
    }
    return nil
  }

  /// Returns the fields of the complete head and resets them. Spaces replace the line ends of folded lines (RFC 9112,
  /// section 5.2).
  mutating func takeFields(of head: Span<UInt8>) -> ReceivedFields {
    defer {
      lines = []
      foldedValues = []
      framing = FramingFields()
    }
    var bytes = head.withUnsafeBufferPointer { Array($0) }
    for index in foldedValues.joined() where !bytes[index].isFieldValue { bytes[index] = .space }
    return ReceivedFields(bytes: bytes, lines: lines)
  }

  /// Begins reading a body with this framing.
  mutating func beginBody(_ framing: BodyFraming) throws(MessageFailure) {
    switch framing {
    case .none: state = .end
    case .length(let length):
      guard length <= limits.body else { throw .bodyTooLarge(limits.body) }
      left = length
      state = .content
    case .chunked:
      chunks = ChunkReader(kind, limits: limits)
      state = .chunks
    case .close:
      left = limits.body
      state = .untilClose
    }
  }

  /// Whether the end of the connection ends the body.
  var isUntilClose: Bool { state == .untilClose }

  /// Whether the body and its trailers are complete.
  var isComplete: Bool { state == .end }

  /// Continues reading and moves `offset` past the consumed bytes. Returns at least one byte of content, or nil if more
  /// bytes are needed or the message is complete. Trailers are checked and dropped.
  mutating func readBody(_ bytes: Span<UInt8>, from offset: inout Int) throws(MessageFailure) -> Range<Int>? {
    while true {
      switch state {
      case .content, .untilClose:
        let available = bytes.count - offset
        guard available > 0 else { return nil }
        guard state == .content || available <= left else { throw .bodyTooLarge(limits.body) }
        let range = offset..<(offset + min(left, available))
        offset = range.upperBound
        left -= range.count
        if state == .content, left == 0 { state = .end }
        return range
      case .chunks:
        switch try chunks.next(in: bytes, from: &offset) {
        case .incomplete: return nil
        case .content(let range): return range
        case .last: expect(.trailers, within: limits.trailers)
        }
      case .trailers:
        guard let line = try nextLine(bytes, from: offset) else { return nil }
        // RFC 9110, section 6.5.1, forbids such trailers. This reader could drop them like all other trailers. But a
        // peer that sends them may be attacking another recipient of the message that would use them.
        if let field = framingField(knownNames.find(line.name, in: bytes)) {
          throw .malformed("The field \(knownNames.name(of: field.rawValue).rawName) is not allowed as a trailer.")
        }
        offset = line.end
        if line.isLast { state = .end }
      case .fields, .end: return nil
      }
    }
  }

  /// Returns the framing field with this name, or nil if it is not a framing field. `Host` and `Expect` are framing
  /// fields in requests only.
  private func framingField(_ known: KnownFieldNames.Index?) -> FramingField? {
    guard let known, let field = FramingField(rawValue: known) else { return nil }
    return kind == .response && (field == .host || field == .expect) ? nil : field
  }

  /// Prepares for reading fields or trailers of at most `size` bytes.
  private mutating func expect(_ state: State, within size: Int) {
    self.state = state
    line = FieldLine(kind)
    allowance = size
    fieldAllowance = limits.fieldCount
  }

  /// Returns the next line of the head or the trailers and subtracts its size from the allowance. Returns nil if more
  /// bytes are needed.
  private mutating func nextLine(_ bytes: Span<UInt8>, from start: Int) throws(MessageFailure) -> FieldLine.Complete? {
    guard fieldAllowance > 0 || start == bytes.count || kind.isLineEnd(bytes[start]) else { throw tooLarge }
    guard let complete = try line.scan(bytes, from: start, to: min(bytes.count, start + allowance)) else {
      guard bytes.count - start < allowance else { throw tooLarge }
      return nil
    }
    line = FieldLine(kind)
    if complete.isRepaired { hasRepairedLine = true }
    allowance -= complete.end - start
    fieldAllowance -= 1
    return complete
  }

  /// The failure for a head or trailers over the limits.
  var tooLarge: MessageFailure {
    let (what, size) = state == .trailers ? ("The trailers are", limits.trailers) : ("The head is", limits.head)
    return MessageFailure(
      .requestHeaderFieldsTooLarge, "\(what) over the limit of \(size) bytes or \(limits.fieldCount) fields.")
  }
}
