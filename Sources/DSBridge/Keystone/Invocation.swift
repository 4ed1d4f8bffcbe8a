/// One call from a page to an interface.
public struct Invocation: Sendable {
  /// Which function.
  public var method: Method
  /// What the page passed, not yet decoded.
  public var arguments: Arguments
  /// How the page called.
  public var form: Form

  /// How a page calls.
  public enum Form: Sendable, Hashable {
    /// `bridge.call` without a callback: the page waits for one result.
    case result
    /// `bridge.call` with a callback, the global function of that name.
    case callback(String)
    /// `bridge.ask`: one result, or any number of values.
    case either
  }

  /// For dispatchers and their tests.
  public init(method: Method, arguments: Arguments, form: Form = .result) {
    self.method = method
    self.arguments = arguments
    self.form = form
  }
}
