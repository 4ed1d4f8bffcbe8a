/// Decides which function an invocation runs. Replaceable: ``Keystone/invocationDispatcher``.
public protocol InvocationDispatching: Sendable {
  /// Called in the web view's isolation, once per invocation, in the order the page made them. The function may be one
  /// of the table's, or one made on the spot. Throws when there is none; the page's call then fails with that error.
  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction

  /// What `bridge.hasNativeMethod` answers. `isSynchronous` is nil when the page asks for either form.
  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool
}

/// Looks the method up among the interfaces that were added, and refuses a call of the wrong form.
public struct InvocationDispatcher: InvocationDispatching {
  /// There is nothing to choose.
  public init() {}

  /// Throws a ``BridgeError`` of code `noSuchMethod`, `callbackOnly` or `synchronousOnly`.
  public func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
    let method = invocation.method
    guard let function = interfaces.function(for: method) else {
      let known = interfaces.namespaces.contains(method.namespace)
      throw BridgeError(
        .noSuchMethod,
        known
          ? "There is no method \"\(method)\"."
          : method.namespace.isEmpty
            ? "There is no method \"\(method)\": no interface was added without a namespace."
            : "There is no method \"\(method)\": no interface was added by \"\(method.namespace)\".")
    }
    if function.isCallback, invocation.form == .result {
      throw BridgeError(.callbackOnly, "\"\(method)\" answers through a callback; it was called without one.")
    }
    if case .synchronous = function.body, case .callback = invocation.form {
      throw BridgeError(.synchronousOnly, "\"\(method)\" returns its result; it was called with a callback.")
    }
    return function
  }

  /// True for an exposed function of that name and form. An `async` one has both.
  public func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool {
    guard let function = interfaces.function(for: method) else { return false }
    if case .asynchronous = function.body { return true }
    return isSynchronous == nil || isSynchronous == !function.isCallback
  }
}
