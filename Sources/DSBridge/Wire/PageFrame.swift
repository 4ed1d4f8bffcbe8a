import DSBridgeText

/// A frame of a page, split into its lines without decoding a payload.
package struct PageFrame: Sendable, Equatable {
  let bytes: [UInt8]
  /// The lines, as places in the bytes.
  private(set) var raw: [RawLine]

  /// About what it takes in memory, in bytes, with the `bytes` that it came in.
  package func weight(of bytes: Int) -> Int { bytes + 128 * raw.count }

  /// Throws ``MalformedFrame`` at the first line that is not of the protocol.
  package init(parsing bytes: [UInt8]) throws(MalformedFrame) {
    self.bytes = bytes
    raw = []
    // Most have a call, and before it an acknowledgement.
    raw.reserveCapacity(2)
    var start: Int? = 0
    while let begin = start {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: begin..<bytes.count)
      var fields = LineFields(bytes, begin..<(end ?? bytes.count))
      start = end.map { $0 + 1 }
      if raw.count == 2 { raw.reserveCapacity(min(2 + (bytes.count - begin) / 16, 96)) }
      do throws(MalformedLine) {
        guard raw.count < PageFrame.mostLines else { throw MalformedLine("more than \(PageFrame.mostLines) lines") }
        raw.append(try RawLine(&fields))
      } catch {
        throw MalformedFrame(line: raw.count + 1, problem: error.problem)
      }
    }
  }

  private static let mostLines = 1 << 18
}

extension PageFrame {
  /// All lines, made anew by each call.
  package var lines: [PageLine] { raw.map(line) }
  package var first: PageLine? { raw.first.map(line) }
  package var last: PageLine? { raw.last.map(line) }
  package var isEmpty: Bool { raw.isEmpty }

  /// Without its first line; of an empty one, nothing.
  package func dropFirst() -> PageFrame {
    var rest = self
    rest.raw = Array(raw.dropFirst())
    return rest
  }

  /// What a line says.
  func line(_ line: RawLine) -> PageLine {
    switch line.verb {
    case .hello: .hello(json(line))
    case .acknowledgement: .acknowledgement(line.reference)
    case .call: .message(number: line.number, .call(method: method(line), json(line)))
    case .ask: .message(number: line.number, .ask(method: method(line), json(line)))
    case .cancel: .message(number: line.number, .cancel(line.reference))
    case .post: .message(number: line.number, .post(method: method(line), callback: text(line.callback), json(line)))
    case .value:
      .message(
        number: line.number,
        .value(invocation: line.reference, isLast: line.isLast, line.json.isEmpty ? nil : json(line)))
    case .failure: .message(number: line.number, .failure(invocation: line.reference, json(line)))
    case .event: .message(number: line.number, .event(name: UTF8Key(text(line.name)), json(line)))
    }
  }

  /// The name of the function that the line calls.
  func method(_ line: RawLine) -> String { String(percentEncodedPeer: bytes[line.name]) }

  func json(_ line: RawLine) -> JSON { JSON(bytes: bytes[line.json]) }

  private func text(_ place: Range<Int>) -> String { String(peer: bytes[place]) }
}
