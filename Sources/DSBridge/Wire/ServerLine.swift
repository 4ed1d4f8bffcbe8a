import DSBridgeText

/// A line of the server's wire message (docs/guides/protocol.md, section 3).
package enum ServerLine: Sendable, Equatable {
  case welcome(confirmed: Int, intercept: NavigationQuestions)
  case acknowledgement(Int)
  case bye(JSON)
  case message(Int)
  /// The last value of a call; nil if the call ends without one.
  case reply(number: Int, JSON?)
  /// A value of an `ask` that is not the last value of the call.
  case next(number: Int, JSON)
  case fail(number: Int, JSON)
  /// A value for a callback. Nil only if the call ends without a last value.
  case callback(name: String, isLast: Bool, JSON?)
  case invoke(id: Int, method: String, JSON)
  case evaluate(id: Int, script: JSON)
  case event(name: String, JSON)

  /// Appends the line, without its line end.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .welcome(let confirmed, let intercept):
      bytes += #"welcome {"confirmed":\#(confirmed),"intercept":\#(intercept.rawValue)}"#.utf8
    case .acknowledgement(let number): write("ack ", number, nil, to: &bytes)
    case .bye(let json):
      bytes.append("bye ")
      bytes.append(contentsOf: json.bytes)
    case .message(let number): write("message ", number, nil, to: &bytes)
    case .reply(let number, let json): write("reply ", number, json, to: &bytes)
    case .next(let number, let json): write("next ", number, json, to: &bytes)
    case .fail(let number, let json): write("fail ", number, json, to: &bytes)
    case .callback(let name, let isLast, let json):
      bytes.append("callback ")
      bytes.append(contentsOf: name.utf8)
      bytes.append(isLast ? " done" : " more")
      writeLast(json, to: &bytes)
    case .invoke(let id, let method, let json):
      bytes.append("invoke ")
      bytes.append(decimal: id)
      bytes.append(" ")
      let name = method.percentEncoded { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "%") }
      bytes.append(contentsOf: name.utf8)
      writeLast(json, to: &bytes)
    case .evaluate(let id, let script): write("eval ", id, script, to: &bytes)
    case .event(let name, let json):
      bytes.append("event ")
      bytes.append(contentsOf: name.utf8)
      writeLast(json, to: &bytes)
    }
  }

  private func write(_ verb: StaticString, _ number: Int, _ json: JSON?, to bytes: inout [UInt8]) {
    bytes.append(verb)
    bytes.append(decimal: number)
    writeLast(json, to: &bytes)
  }

  /// The approximate memory that the line occupies, in bytes.
  var weight: Int {
    let payload =
      switch self {
      case .welcome, .acknowledgement, .message: 0
      case .reply(_, let json): json?.bytes.count ?? 0
      case .callback(let name, _, let json): name.utf8.count + (json?.bytes.count ?? 0)
      case .bye(let json), .next(_, let json), .fail(_, let json), .evaluate(_, let json): json.bytes.count
      case .invoke(_, let name, let json), .event(let name, let json): name.utf8.count + json.bytes.count
      }
    return payload + 64
  }

  /// Returns a wire message with these lines.
  package static func message(of lines: some Sequence<ServerLine>) -> [UInt8] {
    var bytes: [UInt8] = []
    for line in lines {
      if !bytes.isEmpty { bytes.append(UInt8(ascii: "\n")) }
      line.write(to: &bytes)
    }
    return bytes
  }

  private func writeLast(_ json: JSON?, to bytes: inout [UInt8]) {
    guard let json else { return }
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: json.bytes)
  }
}
