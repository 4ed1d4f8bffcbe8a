/// A type that decides which function a call invokes. A program can set its own dispatcher as
/// ``Keystone/invocationDispatcher``.
public protocol InvocationDispatching: Sendable {
  /// Returns the function for a call: a function from the table, or a new one. If it throws, the page's call fails with
  /// that error. Called in the web view's isolation, once for each call, in the order of the page's calls.
  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction

  /// Returns the result of `bridge.hasNativeMethod`. `isSynchronous` is nil if the page accepts either form.
  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool
}

/// The default dispatcher. It looks up the method among the added interfaces, and rejects a call of the wrong form.
public struct InvocationDispatcher: InvocationDispatching {
  /// Creates the default dispatcher.
  public init() {}

  /// Returns the exposed function with the method's name. Throws a ``BridgeError`` of code `noSuchMethod`,
  /// `callbackOnly` or `synchronousOnly`.
  public func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
    let method = invocation.method
    guard let function = interfaces.function(for: method, form: invocation.form) else {
      let missing =
        method.namespace.isEmpty ? "was added without a namespace" : "has the namespace \"\(method.namespace)\""
      let isKnown = interfaces.namespaces.contains(method.namespace)
      throw BridgeError(
        .noSuchMethod, "There is no method \"\(method)\"" + (isKnown ? "." : ": no interface \(missing)."))
    }
    if function.isCallback, invocation.form == .result {
      throw BridgeError(.callbackOnly, "\"\(method)\" answers through a callback but was called without one.")
    }
    if case .synchronous = function.body, case .callback = invocation.form {
      throw BridgeError(.synchronousOnly, "\"\(method)\" returns its result but was called with a callback.")
    }
    return function
  }

  /// Returns whether there is an exposed function with this name and form. An `async` function has both forms.
  public func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool {
    guard let function = interfaces.function(for: method) else { return false }
    if case .asynchronous = function.body { return true }
    return isSynchronous == nil || isSynchronous == !function.isCallback
  }
}

/// A call from a page to an interface.
public struct Invocation: Sendable {
  /// The called function's name.
  public var method: Method
  /// The page's arguments, not yet decoded.
  public var arguments: Arguments
  /// The form of the call.
  public var form: Form

  /// A form of a call.
  public enum Form: Sendable, Hashable {
    /// `bridge.call` without a callback: the page waits for one result.
    case result
    /// `bridge.call` with a callback. The associated value is the name of the page's global callback function.
    case callback(String)
    /// `bridge.ask`: one result, or any number of values.
    case either

    var callback: String? { if case .callback(let name) = self { name } else { nil } }
  }

  /// Creates a call, for dispatchers and their tests.
  public init(method: Method, arguments: Arguments, form: Form = .result) {
    self.method = method
    self.arguments = arguments
    self.form = form
  }
}
