import DSBridgeText

/// Reads one HTTP/1.1 response (RFC 9112) out of the bytes of a connection, as they come.
package struct HTTPReplyParser {
  private enum Phase {
    case statusLine
    case fields
    case length(Int)
    case connection
    case chunkSize
    case chunk(Int)
    case chunkEnd
    case trailers
    case complete
  }

  /// A line of a chunked body that is no chunk.
  private static let longestChunkLine = 4096

  private let isHead: Bool
  private let headLimit: Int
  private let bodyLimit: Int
  private var phase = Phase.statusLine
  private var buffer: [UInt8] = []
  private var position = 0
  /// Where in the buffer the search for the end of a line goes on.
  private var searched = 0
  /// Of all heads and trailers.
  private var headLength = 0
  /// As much as there is.
  package private(set) var reply = HTTPReply(status: 0, reason: "", headers: [], body: [])
  /// Whether anything has come.
  package private(set) var hasBegun = false

  /// - Parameters:
  ///   - isHead: the request was HEAD, whose answer has no body whatever its headers say.
  ///   - headLimit: bytes of the head, with those of interim answers and of the trailers.
  ///   - bodyLimit: bytes of the body. What is more is not kept.
  package init(isHead: Bool = false, headLimit: Int = 1 << 16, bodyLimit: Int = .max) {
    self.isHead = isHead
    self.headLimit = headLimit
    self.bodyLimit = bodyLimit
  }

  /// What belongs to the next response, or to what an upgrade leads to.
  package var unread: [UInt8] { Array(buffer[position...]) }

  /// The head is all there.
  package var hasHead: Bool {
    switch phase {
    case .statusLine, .fields: false
    default: true
    }
  }

  /// The response when it is complete.
  package mutating func read(_ bytes: [UInt8]) throws -> HTTPReply? {
    hasBegun = true
    buffer.removeFirst(position)
    searched -= position
    position = 0
    buffer += bytes
    while try advance() {}
    if case .complete = phase { return reply }
    return nil
  }

  /// The connection has ended: the response if that is what ends it.
  package mutating func end() throws -> HTTPReply {
    guard case .connection = phase else {
      throw WebClientError.closed(code: 1006, reason: hasBegun ? "in the middle of a response" : "without an answer")
    }
    phase = .complete
    return reply
  }

  /// False when more bytes are needed, or no more.
  private mutating func advance() throws -> Bool {
    switch phase {
    case .complete: return false
    case .statusLine:
      guard let line = try headLine() else { return false }
      try readStatus(line)
      phase = .fields
    case .fields:
      guard let line = try headLine() else { return false }
      if line.isEmpty { try endHead() } else { try readField(line) }
    case .length(let rest):
      guard rest > 0 else { phase = .complete; return true }
      guard let count = try takeBody(rest) else { return false }
      phase = .length(rest - count)
    case .connection:
      return try takeBody(.max) != nil
    case .chunkSize:
      guard let line = try line(limit: Self.longestChunkLine, "a chunk's size") else { return false }
      let size = try chunkSize(line)
      phase = size == 0 ? .trailers : .chunk(size)
    case .chunk(let rest):
      guard let count = try takeBody(rest) else { return false }
      phase = rest == count ? .chunkEnd : .chunk(rest - count)
    case .chunkEnd:
      guard let line = try line(limit: Self.longestChunkLine, "a chunk's end") else { return false }
      guard line.isEmpty else { throw WebClientError.violation("a chunk that is longer than its size") }
      phase = .chunkSize
    case .trailers:
      guard let line = try headLine() else { return false }
      if line.isEmpty { phase = .complete }
    }
    return true
  }

  // MARK: Lines

  private mutating func headLine() throws -> ArraySlice<UInt8>? {
    let line = try line(limit: headLimit - headLength, "a response's head")
    headLength += line.map { $0.count + 2 } ?? 0
    return line
  }

  /// The next line, without its end; nil when it is not all there. Bytes: whoever splits a text asks for its characters
  /// first, and a server may send some that take long to tell apart.
  private mutating func line(limit: Int, _ name: String) throws -> ArraySlice<UInt8>? {
    let end = buffer[searched...].firstIndex(of: 10)
    searched = end ?? buffer.count
    guard (end ?? buffer.count) - position <= limit else {
      throw WebClientError.tooLarge("\(name) has more bytes than it may")
    }
    guard let end else { return nil }
    guard end > position, buffer[end - 1] == 13 else { throw WebClientError.violation("a line that ends without CR") }
    defer {
      position = end + 1
      searched = position
    }
    return buffer[position..<(end - 1)]
  }

  // MARK: The head

  private mutating func readStatus(_ line: ArraySlice<UInt8>) throws {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count >= 2, ["HTTP/1.1", "HTTP/1.0"].contains(Self.text(parts[0])), parts[1].count == 3,
      let status = Self.number(parts[1]), (100...599).contains(status)
    else { throw WebClientError.violation("not a status line: \(Self.text(line.prefix(200)))") }
    reply = HTTPReply(status: status, reason: parts.count > 2 ? Self.text(parts[2]) : "", headers: [], body: [])
  }

  private mutating func readField(_ line: ArraySlice<UInt8>) throws {
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), case let name = Self.text(line[..<colon]),
      HTTPSyntax.isToken(name)
    else { throw WebClientError.violation("not a header: \(Self.text(line.prefix(200)))") }
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let value = line[(colon + 1)...].drop(while: isSpace)
    let end = value.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? value.startIndex
    reply.headers.append((name, Self.text(value[..<end])))
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String { String(peer: bytes) }

  /// nil for what are not digits only, or too many.
  private static func number(_ digits: some Sequence<UInt8>, radix: Int = 10) -> Int? {
    let text = String(decoding: Array(digits), as: UTF8.self)
    return text.utf8.allSatisfy { $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") } ? Int(text, radix: radix) : nil
  }

  private mutating func endHead() throws {
    // Another answer follows, save to an upgrade.
    if reply.status < 200, reply.status != 101 {
      phase = .statusLine
      return
    }
    phase = try ending()
  }

  /// RFC 9112, section 6.3.
  private func ending() throws -> Phase {
    if isHead || reply.status == 101 || reply.status == 204 || reply.status == 304 { return .complete }
    if let coding = reply["transfer-encoding"] {
      guard HTTPSyntax.isWord("chunked", coding) else { throw WebClientError.violation("transfer-encoding \(coding)") }
      return .chunkSize
    }
    let lengths = reply.headers.filter { $0.name.lowercased() == "content-length" }.map { Array($0.value.utf8) }
    guard let digits = lengths.first else { return .connection }
    guard lengths.allSatisfy({ $0 == digits }), let length = Self.number(digits) else {
      throw WebClientError.violation("content-length \(lengths.map { Self.text($0[...]) })")
    }
    guard length <= bodyLimit else { throw tooLarge }
    return .length(length)
  }

  // MARK: The body

  private var tooLarge: WebClientError { .tooLarge("the body has more than \(bodyLimit) bytes") }

  /// How many bytes it was; nil when there are none.
  private mutating func takeBody(_ most: Int) throws -> Int? {
    let count = min(most, buffer.count - position)
    guard count > 0 else { return nil }
    guard count <= bodyLimit - reply.body.count else { throw tooLarge }
    reply.body += buffer[position..<(position + count)]
    position += count
    searched = position
    return count
  }

  private func chunkSize(_ line: ArraySlice<UInt8>) throws -> Int {
    let digits = line.prefix { ![UInt8(ascii: ";"), UInt8(ascii: " "), UInt8(ascii: "\t")].contains($0) }
    guard let size = Self.number(digits, radix: 16) else {
      throw WebClientError.violation("chunk size \(Self.text(line.prefix(40)))")
    }
    guard size <= bodyLimit - reply.body.count else { throw tooLarge }
    return size
  }
}
