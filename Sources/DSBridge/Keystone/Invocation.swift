/// One call from a page to an interface.
public struct Invocation: Sendable {
  /// Which function.
  public var method: Method
  /// What the page passed, not yet decoded.
  public var arguments: Arguments
  /// The global function of the page that takes the values; nil when the page awaits one result.
  public var callback: String?

  /// For dispatchers and their tests.
  public init(method: Method, arguments: Arguments, callback: String? = nil) {
    self.method = method
    self.arguments = arguments
    self.callback = callback
  }

  /// True when the page awaits one result.
  public var isSynchronous: Bool { callback == nil }
}
