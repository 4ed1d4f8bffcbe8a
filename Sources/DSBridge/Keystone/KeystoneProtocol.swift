/// What holds a web view's parts together. ``Keystone`` is the usual one; a type of your own may compute the parts as
/// it likes.
public protocol KeystoneProtocol: AnyObject, Sendable {
  /// Reads arguments and writes results.
  var jsonSerializer: any JSONSerializing { get }
  /// Finds namespace and name in what the page wrote.
  var methodResolver: any MethodResolving { get }
  /// Decides which function runs.
  var invocationDispatcher: any InvocationDispatching { get }
  /// Decides when evaluations leave.
  var javaScriptEvaluator: any JavaScriptEvaluating { get }
}
