import DSBridge

/// Parses a wire message into lines, and reads and writes their JSON, without any I/O.
struct PageMessages: Subject {
  static let name = "messages"
  static let corpus = "messages"
  static let tokens = Tokens.messages
  static let stretch = 10_000

  private let serializer = JSONSerializer()

  func run(_ input: [UInt8]) throws {
    guard let message = try? PageMessage(parsing: input) else { return }
    for line in message.lines {
      switch line {
      case .hello(let json): try check(json)
      case .acknowledgement(let number):
        guard number >= 0 else { throw Finding("message \(number) is acknowledged") }
      case .numbered(let number, let line):
        guard number >= 1 else { throw Finding("a line's number is \(number)") }
        try check(line)
      }
    }
  }

  private func check(_ line: NumberedLine) throws {
    switch line {
    case .call(_, let json), .ask(_, let json), .post(_, _, let json), .failure(_, let json), .event(_, let json):
      try check(json)
    case .value(_, _, let json):
      if let json { try check(json) }
    case .cancel(let number):
      guard number >= 1 else { throw Finding("line \(number) is cancelled") }
    }
  }

  /// Checks that every value that can be read can be written, and is the same when it is read again.
  private func check(_ json: JSON) throws {
    _ = try? serializer.decode(Int.self, from: json)
    _ = try? serializer.decode([String: Double?].self, from: json)
    _ = try? serializer.decode([[[String]]].self, from: json)
    guard let value = try? serializer.decode(String.self, from: json) else {
      // Check only some inputs: Foundation's containers take fifty times as long as the rest.
      guard json.bytes.count.isMultiple(of: 16), let any = try? serializer.decodeAny(from: json) else { return }
      guard let again = try? serializer.encode(any: any), (try? serializer.decodeAny(from: again)) != nil else {
        throw Finding("\(json) was read, and not written and read again")
      }
      return
    }
    guard let again = try? serializer.encode(value), try serializer.decode(String.self, from: again) == value else {
      throw Finding("the string \(json) does not survive")
    }
  }
}
