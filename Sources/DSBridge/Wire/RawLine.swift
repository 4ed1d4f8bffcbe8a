/// A validated line of a wire message, stored as numbers and as ranges of the message's bytes. It contains no
/// references, so messages with many lines are cheap to copy. ``PageLine`` is the decoded content of a line.
struct RawLine: Sendable, Equatable {
  enum Verb: Sendable {
    case hello, acknowledgement, call, ask, cancel, post, value, failure, event
  }

  let verb: Verb
  /// Indicates whether a value is the last one of its call.
  var isLast = false
  /// The number of a numbered line; 0 if the line has none.
  var number = 0
  /// The number that the line refers to: that of an acknowledged wire message, a cancelled `ask`, or an answered call.
  var reference = 0
  /// The percent-encoded name of a method, or the name of an event.
  var name = 0..<0
  var callback = 0..<0
  /// The JSON; empty if the line has none.
  var json = 0..<0
}

extension RawLine {
  init(_ fields: inout LineFields) throws(ProtocolError) {
    self.init(verb: try fields.verb())
    if verb != .hello, verb != .acknowledgement { number = try fields.number("a message number", from: 1) }
    switch verb {
    case .hello:
      json = try fields.json()
    case .acknowledgement:
      reference = try fields.number("a message number", from: 0)
      try fields.end()
    case .call, .ask:
      name = try fields.method()
      json = try fields.json()
    case .cancel:
      reference = try fields.number("the number of the cancelled line", from: 1)
      try fields.end()
    case .post:
      name = try fields.method()
      callback = try fields.callback()
      json = try fields.json()
    case .value:
      reference = try fields.number("the invocation's number", from: 1)
      isLast = try fields.isLast()
      if !fields.isAtEnd { json = try fields.json() }
    case .failure:
      reference = try fields.number("the invocation's number", from: 1)
      json = try fields.json()
    case .event:
      name = try fields.event()
      json = try fields.json()
    }
  }
}
