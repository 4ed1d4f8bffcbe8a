/// A line of a frame, split and checked: numbers, and places in the frame's bytes. It refers to nothing, so that a
/// frame of many lines costs little to hand around; ``PageLine`` is what it says.
struct RawLine: Sendable, Equatable {
  enum Verb: Sendable {
    case hello, acknowledgement, call, ask, cancel, post, value, failure, event

    /// It calls a function.
    var isCall: Bool { self == .ask || self == .post || self == .call }
  }

  let verb: Verb
  /// Of an invocation's value.
  var isLast = false
  /// Of the message; 0 where there is none.
  var number = 0
  /// The frame that is acknowledged, the `ask` that is cancelled, or the invocation that is answered.
  var reference = 0
  /// A method, percent-encoded, or an event.
  var name = 0..<0
  var callback = 0..<0
  /// Empty where there is none.
  var json = 0..<0
}

extension RawLine {
  init(_ fields: inout LineFields) throws(MalformedLine) {
    self.init(verb: try fields.verb())
    switch verb {
    case .hello:
      json = try fields.json()
    case .acknowledgement:
      reference = try fields.number("a frame number", from: 0)
      try fields.end()
    case .call, .ask:
      number = try fields.messageNumber()
      name = try fields.method()
      json = try fields.json()
    case .cancel:
      number = try fields.messageNumber()
      reference = try fields.number("the message to cancel", from: 1)
      try fields.end()
    case .post:
      number = try fields.messageNumber()
      name = try fields.method()
      callback = try fields.callback()
      json = try fields.json()
    case .value:
      number = try fields.messageNumber()
      reference = try fields.number("an invocation", from: 1)
      isLast = try fields.isLast()
      if !fields.isAtEnd { json = try fields.json() }
    case .failure:
      number = try fields.messageNumber()
      reference = try fields.number("an invocation", from: 1)
      json = try fields.json()
    case .event:
      number = try fields.messageNumber()
      name = try fields.event()
      json = try fields.json()
    }
  }
}
