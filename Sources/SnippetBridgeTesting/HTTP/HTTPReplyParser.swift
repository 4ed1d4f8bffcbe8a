/// Reads one HTTP/1.1 response (RFC 9112) out of the bytes of a connection.
struct HTTPReplyParser {
  private enum Ending {
    case length(Int)
    case chunks
    case connection
  }

  private(set) var unread: [UInt8] = []
  private var head: HTTPReply?
  private var ending = Ending.length(0)
  private let isHead: Bool

  /// `isHead`: the request was HEAD, whose answer has no body whatever its headers say.
  init(isHead: Bool) {
    self.isHead = isHead
  }

  /// The response when it is complete. What belongs to the next one, or to what an upgrade leads to, stays in
  /// ``unread``.
  mutating func read(_ bytes: [UInt8]) throws -> HTTPReply? {
    unread += bytes
    if head == nil { try readHead() }
    guard var reply = head else { return nil }
    switch ending {
    case .connection:
      return nil
    case .length(let length):
      guard unread.count >= length else { return nil }
      reply.body = Array(unread.prefix(length))
      unread.removeFirst(length)
    case .chunks:
      guard let (body, length) = try chunked() else { return nil }
      reply.body = body
      unread.removeFirst(length)
    }
    return reply
  }

  /// The connection has ended: the response if that is what ends it.
  mutating func end() throws -> HTTPReply {
    guard var reply = head, case .connection = ending else {
      throw TestPageError.closed(code: 1006, reason: "in the middle of a response")
    }
    reply.body = unread
    unread = []
    return reply
  }

  private mutating func readHead() throws {
    let blankLine: [UInt8] = [13, 10, 13, 10]
    guard let end = unread.indices.first(where: { unread[$0...].starts(with: blankLine) }) else {
      if unread.count > 1 << 16 { throw TestPageError.violation("a response's head does not end") }
      return
    }
    let lines = String(decoding: unread[..<end], as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    let first = lines[0].split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
    guard first.count >= 2, first[0] == "HTTP/1.1" || first[0] == "HTTP/1.0", let status = Int(first[1]) else {
      throw TestPageError.violation("not a status line: \(lines[0])")
    }
    var reply = HTTPReply(status: status, reason: first.count > 2 ? String(first[2]) : "", headers: [], body: [])
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { throw TestPageError.violation("not a header: \(line)") }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      reply.headers.append((String(line[..<colon]), String(value)))
    }
    unread.removeFirst(end + blankLine.count)
    if status == 100 || status == 103 {
      return try readHead()
    }
    ending = try Self.ending(of: reply, isHead: isHead)
    head = reply
  }

  /// RFC 9112, section 6.3.
  private static func ending(of reply: HTTPReply, isHead: Bool) throws -> Ending {
    if isHead || reply.status < 200 || reply.status == 204 || reply.status == 304 { return .length(0) }
    if let coding = reply["transfer-encoding"] {
      guard coding.lowercased() == "chunked" else { throw TestPageError.violation("transfer-encoding \(coding)") }
      return .chunks
    }
    guard let text = reply["content-length"] else { return .connection }
    guard let length = Int(text), length >= 0 else { throw TestPageError.violation("content-length \(text)") }
    return .length(length)
  }

  /// The body and how many bytes it took; nil when it is not all there.
  private func chunked() throws -> (body: [UInt8], length: Int)? {
    var body: [UInt8] = []
    var position = 0
    while true {
      guard let end = lineEnd(from: position) else { return nil }
      let size = String(decoding: unread[position..<end], as: UTF8.self).prefix { $0 != ";" }
      guard let count = Int(size, radix: 16), count >= 0 else { throw TestPageError.violation("chunk size \(size)") }
      position = end + 2
      if count == 0 {
        while let end = lineEnd(from: position) {
          if end == position { return (body, end + 2) }
          position = end + 2
        }
        return nil
      }
      guard unread.count >= position + count + 2 else { return nil }
      body += unread[position..<(position + count)]
      position += count + 2
    }
  }

  private func lineEnd(from start: Int) -> Int? {
    guard start < unread.count - 1 else { return nil }
    return (start..<(unread.count - 1)).first { unread[$0] == 13 && unread[$0 + 1] == 10 }
  }
}
