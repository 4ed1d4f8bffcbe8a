package import DSBridgeText

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
  /// A blocking call: answered by `reply` or `fail` of the message's number, in the response to the request it came
  /// with.
  case call(method: String, JSON)
  /// A call of either form: answered by `next`, `reply` and `fail` of the message's number.
  case ask(method: String, JSON)
  /// The page does not wait for that `ask` any more.
  case cancel(Int)
  /// A call with a callback.
  case post(method: String, callback: String, JSON)
  /// A value of an invocation of ours; nil for JavaScript's `undefined`.
  case value(invocation: Int, isLast: Bool, JSON?)
  /// An invocation of ours failed.
  case failure(invocation: Int, JSON)
  case event(name: UTF8Key, JSON)
}
