import DSBridge

/// Splitting a frame into lines, and reading and writing the JSON in them: pure.
struct PageFrames: Subject {
  static let name = "frames"
  static let corpus = "frames"
  static let tokens = Tokens.frames
  static let stretch = 10_000

  private let serializer = JSONSerializer()

  func run(_ input: [UInt8]) throws {
    guard let frame = try? PageFrame(parsing: input) else { return }
    for line in frame.lines {
      switch line {
      case .hello(let json): try check(json)
      case .acknowledgement(let number):
        guard number >= 0 else { throw Finding("frame \(number) is acknowledged") }
      case .message(let number, let message):
        guard number >= 1 else { throw Finding("a message's number is \(number)") }
        try check(message)
      }
    }
  }

  private func check(_ message: PageMessage) throws {
    switch message {
    case .call(_, let json), .ask(_, let json), .post(_, _, let json), .failure(_, let json), .event(_, let json):
      try check(json)
    case .value(_, _, let json):
      if let json { try check(json) }
    case .cancel(let number):
      guard number >= 1 else { throw Finding("message \(number) is cancelled") }
    }
  }

  /// What can be read can be written, read again, and is the same then.
  private func check(_ json: JSON) throws {
    _ = try? serializer.decode(Int.self, from: json)
    _ = try? serializer.decode([String: Double?].self, from: json)
    _ = try? serializer.decode([[[String]]].self, from: json)
    guard let value = try? serializer.decode(String.self, from: json) else {
      // Not each: Foundation's containers cost fifty times the rest.
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
