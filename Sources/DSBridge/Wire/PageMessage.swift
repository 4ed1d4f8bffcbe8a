/// What a page says, one line of a frame (docs/protocol.md, section 3).
package enum PageLine: Sendable, Equatable {
  /// First on a socket, or before a blocking call.
  case hello(JSON)
  /// Server frames up to this number are applied.
  case acknowledgement(Int)
  case message(number: Int, PageMessage)
}

/// A numbered message of a page.
package enum PageMessage: Sendable, Equatable {
  /// An awaited call: answered by `reply` or `fail` of the message's number.
  case call(method: String, JSON)
  /// A call with a callback.
  case post(method: String, callback: String, JSON)
  /// A value of an invocation of ours; nil for JavaScript's `undefined`.
  case value(invocation: Int, isLast: Bool, JSON?)
  /// An invocation of ours failed.
  case failure(invocation: Int, JSON)
  case event(name: String, JSON)
}
