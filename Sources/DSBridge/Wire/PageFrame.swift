/// Splits a frame into its lines without decoding a payload.
package struct PageFrame: Sendable, Equatable {
  package var lines: [PageLine]

  package init(lines: [PageLine]) {
    self.lines = lines
  }

  /// About what it takes in memory, in bytes, with the `bytes` that it came in.
  package func weight(of bytes: Int) -> Int { bytes + 128 * lines.count }

  /// Throws ``MalformedFrame`` at the first line that is not of the protocol.
  package init(parsing bytes: [UInt8]) throws(MalformedFrame) {
    lines = []
    var start: Int? = 0
    while let begin = start {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: begin..<bytes.count)
      var fields = LineFields(bytes, begin..<(end ?? bytes.count))
      start = end.map { $0 + 1 }
      do throws(MalformedLine) {
        guard lines.count < PageFrame.mostLines else { throw MalformedLine("more than \(PageFrame.mostLines) lines") }
        lines.append(try PageLine(&fields))
      } catch {
        throw MalformedFrame(line: lines.count + 1, problem: error.problem)
      }
    }
  }

  /// Parsing happens on an event loop, where nobody may take long.
  private static let mostLines = 1 << 18
}

/// Why a frame was refused; the socket it came on is closed with 1002.
package struct MalformedFrame: Error, Equatable, CustomStringConvertible {
  /// Counted from 1.
  package var line: Int
  package var problem: String

  package init(line: Int, problem: String) {
    self.line = line
    self.problem = problem
  }

  package var description: String { "line \(line): \(problem)" }
}

extension PageLine {
  fileprivate init(_ fields: inout LineFields) throws(MalformedLine) {
    switch try fields.word("a verb") {
    case "hello":
      self = .hello(try fields.json())
    case "ack":
      self = .acknowledgement(try fields.number("a frame number", from: 0))
      try fields.end()
    case "call":
      let number = try fields.messageNumber()
      self = .message(number: number, .call(method: try fields.method(), try fields.json()))
    case "ask":
      let number = try fields.messageNumber()
      self = .message(number: number, .ask(method: try fields.method(), try fields.json()))
    case "cancel":
      let number = try fields.messageNumber()
      self = .message(number: number, .cancel(try fields.number("the message to cancel", from: 1)))
      try fields.end()
    case "post":
      let number = try fields.messageNumber()
      let method = try fields.method()
      self = .message(number: number, .post(method: method, callback: try fields.callback(), try fields.json()))
    case "return":
      let number = try fields.messageNumber()
      let invocation = try fields.number("an invocation", from: 1)
      let isLast = try fields.isLast()
      let value = fields.isAtEnd ? nil : try fields.json()
      self = .message(number: number, .value(invocation: invocation, isLast: isLast, value))
    case "throw":
      let number = try fields.messageNumber()
      self = .message(
        number: number, .failure(invocation: try fields.number("an invocation", from: 1), try fields.json()))
    case "event":
      let number = try fields.messageNumber()
      self = .message(number: number, .event(name: try fields.word("an event's name"), try fields.json()))
    case let verb:
      throw MalformedLine("unknown verb \"\(verb.prefix(32))\"")
    }
  }
}
