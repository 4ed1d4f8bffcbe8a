extension BridgeError {
  /// A kind of failure.
  public struct Code: Sendable, Hashable, CustomStringConvertible {
    private enum Name: String {
      case noSuchMethod, argument, synchronousOnly, callbackOnly, thrown, result, dropped, malformed, timeout, tooLarge
      case pageGone, pageThrew, pageBehind, returnTypeMismatch, deadlock, shutdown
    }

    private let name: Name

    /// The name as it travels: `noSuchMethod`.
    public var description: String { name.rawValue }

    /// No interface has a function of this name, or the page has none.
    public static let noSuchMethod = Code(name: .noSuchMethod)
    /// The argument is not of the function's type.
    public static let argument = Code(name: .argument)
    /// The function returns its result, and was called with a callback.
    public static let synchronousOnly = Code(name: .synchronousOnly)
    /// The function answers through a callback, and was called without one.
    public static let callbackOnly = Code(name: .callbackOnly)
    /// The function threw.
    public static let thrown = Code(name: .thrown)
    /// The result cannot be written as JSON.
    public static let result = Code(name: .result)
    /// The completion was freed before its last value.
    public static let dropped = Code(name: .dropped)
    /// The text is no JSON, or breaks the protocol.
    public static let malformed = Code(name: .malformed)
    /// No answer in time.
    public static let timeout = Code(name: .timeout)
    /// Over a limit of size.
    public static let tooLarge = Code(name: .tooLarge)
    /// The page was left or closed before it answered.
    public static let pageGone = Code(name: .pageGone)
    /// The page reads too slowly: too much waits for it already, and this was not sent.
    public static let pageBehind = Code(name: .pageBehind)
    /// The page's function threw, or its promise was rejected.
    public static let pageThrew = Code(name: .pageThrew)
    /// The page returned a value of another type than the one that was wanted.
    public static let returnTypeMismatch = Code(name: .returnTypeMismatch)
    /// The page stands still until this very function returns, so it cannot be waited for.
    public static let deadlock = Code(name: .deadlock)
    /// The server ends: the call came too late, or had no answer in time, or its sequence has not come to its end.
    public static let shutdown = Code(name: .shutdown)
  }
}
