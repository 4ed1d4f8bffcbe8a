import Synchronization

/// The default keystone: every part can be replaced at any time, from any thread, and counts from the next invocation or evaluation on.
///
///     (webView.keystone as! Keystone).jsonSerializer = MyJSONSerializer()
///
/// Final, so that the compiler can check that it is `Sendable`; a different keystone conforms to ``KeystoneProtocol``.
public final class Keystone: KeystoneProtocol {
  private struct Parts {
    var jsonSerializer: any JSONSerializing = JSONSerializer()
    var methodResolver: any MethodResolving = MethodResolver()
    var invocationDispatcher: any InvocationDispatching = InvocationDispatcher()
    var javaScriptEvaluator: any JavaScriptEvaluating = JavaScriptEvaluator()
    /// Neither the resolver nor the dispatcher was replaced.
    var findsPlainly = true
  }

  private let parts = Mutex(Parts())

  /// The default parts.
  public init() {}

  /// The serializer, while functions are found by the default resolver and dispatcher; nil when they may be found otherwise.
  var plainSerializer: (any JSONSerializing)? { parts.withLock { $0.findsPlainly ? $0.jsonSerializer : nil } }

  /// Reads arguments and writes results.
  public var jsonSerializer: any JSONSerializing {
    get { parts.withLock { $0.jsonSerializer } }
    set { parts.withLock { $0.jsonSerializer = newValue } }
  }

  /// Finds namespace and name in what the page wrote.
  public var methodResolver: any MethodResolving {
    get { parts.withLock { $0.methodResolver } }
    set {
      parts.withLock { parts in
        parts.methodResolver = newValue
        parts.findsPlainly = false
      }
    }
  }

  /// Decides which function runs.
  public var invocationDispatcher: any InvocationDispatching {
    get { parts.withLock { $0.invocationDispatcher } }
    set {
      parts.withLock { parts in
        parts.invocationDispatcher = newValue
        parts.findsPlainly = false
      }
    }
  }

  /// Decides when evaluations leave.
  public var javaScriptEvaluator: any JavaScriptEvaluating {
    get { parts.withLock { $0.javaScriptEvaluator } }
    set { parts.withLock { $0.javaScriptEvaluator = newValue } }
  }
}
