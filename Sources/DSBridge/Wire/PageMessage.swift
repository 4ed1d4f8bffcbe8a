package import DSBridgeText

/// A wire message from a page, split into its lines. The payloads are not decoded.
package struct PageMessage: Sendable, Equatable {
  let bytes: [UInt8]
  /// The lines, as ranges of ``bytes``.
  private(set) var raw: [RawLine]

  /// Returns the approximate memory that the wire message occupies, in bytes. `bytes` is the size of the message as it
  /// arrived.
  package func weight(of bytes: Int) -> Int { bytes + 128 * raw.count }

  /// Parses a wire message. Throws ``MalformedMessage`` at the first line that violates the protocol.
  package init(parsing bytes: [UInt8]) throws(MalformedMessage) {
    self.bytes = bytes
    raw = []
    // Most wire messages have two lines: an acknowledgement and a call.
    raw.reserveCapacity(2)
    var start: Int? = 0
    while let begin = start {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: begin..<bytes.count)
      var fields = LineFields(bytes, begin..<(end ?? bytes.count))
      start = end.map { $0 + 1 }
      if raw.count == 2 { raw.reserveCapacity(min(2 + (bytes.count - begin) / 16, 96)) }
      do throws(ProtocolError) {
        guard raw.count < PageMessage.mostLines else {
          throw ProtocolError("the message has more than \(PageMessage.mostLines) lines")
        }
        raw.append(try RawLine(&fields))
      } catch {
        throw MalformedMessage(line: raw.count + 1, problem: error.problem)
      }
    }
  }

  private static let mostLines = 1 << 18
}

extension PageMessage {
  /// The lines. Computed on every access.
  package var lines: [PageLine] { raw.map(line) }
  package var first: PageLine? { raw.first.map(line) }
  package var last: PageLine? { raw.last.map(line) }
  package var isEmpty: Bool { raw.isEmpty }

  /// Returns the wire message without its first line. An empty message stays empty.
  package func dropFirst() -> PageMessage {
    var rest = self
    rest.raw = Array(raw.dropFirst())
    return rest
  }

  /// Returns the content of a line.
  func line(_ line: RawLine) -> PageLine {
    switch line.verb {
    case .hello: .hello(json(line))
    case .acknowledgement: .acknowledgement(line.reference)
    case .call: .numbered(number: line.number, .call(method: method(line), json(line)))
    case .ask: .numbered(number: line.number, .ask(method: method(line), json(line)))
    case .cancel: .numbered(number: line.number, .cancel(line.reference))
    case .post: .numbered(number: line.number, .post(method: method(line), callback: text(line.callback), json(line)))
    case .value:
      .numbered(
        number: line.number,
        .value(invocation: line.reference, isLast: line.isLast, line.json.isEmpty ? nil : json(line)))
    case .failure: .numbered(number: line.number, .failure(invocation: line.reference, json(line)))
    case .event: .numbered(number: line.number, .event(name: UTF8Key(text(line.name)), json(line)))
    }
  }

  /// Returns the name of the function that the line calls.
  func method(_ line: RawLine) -> String { String(percentEncodedPeer: bytes[line.name]) }

  func json(_ line: RawLine) -> JSON { JSON(bytes: bytes[line.json]) }

  private func text(_ place: Range<Int>) -> String { String(peer: bytes[place]) }
}

/// A line of a page's wire message (docs/guides/protocol.md, section 3).
package enum PageLine: Sendable, Equatable {
  /// The first line on a socket, or before a blocking call.
  case hello(JSON)
  /// The page has processed the server's wire messages up to this number.
  case acknowledgement(Int)
  case numbered(number: Int, NumberedLine)
}

/// The content of a numbered line from a page.
package enum NumberedLine: Sendable, Equatable {
  /// A blocking call. The answer is `reply` or `fail` with the line's number, on the same lane (POST or socket) on
  /// which the call arrived.
  case call(method: String, JSON)
  /// A call to any function. The answers are `next`, `reply` and `fail` with the line's number.
  case ask(method: String, JSON)
  /// The page no longer waits for the `ask` with this number.
  case cancel(Int)
  /// A call with a callback.
  case post(method: String, callback: String, JSON)
  /// A value that answers a call from the server; nil for JavaScript's `undefined`.
  case value(invocation: Int, isLast: Bool, JSON?)
  /// The failure of a call from the server.
  case failure(invocation: Int, JSON)
  case event(name: UTF8Key, JSON)
}

/// The reason why a wire message was rejected. The socket is closed with code 1002.
package struct MalformedMessage: Error, Equatable, CustomStringConvertible {
  /// The number of the line, from 1.
  package var line: Int
  package var problem: String

  package var description: String { "line \(line): \(problem)" }
}
