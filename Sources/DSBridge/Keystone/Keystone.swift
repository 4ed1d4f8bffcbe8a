import Locks

/// The default keystone: every part can be replaced at any time, from any thread, and counts from the next invocation
/// or evaluation on.
///
///     (webView.keystone as! Keystone).jsonSerializer = MyJSONSerializer()
///
/// Final, so that the compiler can check that it is `Sendable`; a different keystone conforms to ``KeystoneProtocol``.
public final class Keystone: KeystoneProtocol {
  private struct Parts {
    var jsonSerializer: any JSONSerializing = JSONSerializer()
    var methodResolver: any MethodResolving = MethodResolver()
    var invocationDispatcher: any InvocationDispatching = InvocationDispatcher()
    var javaScriptEvaluator: any JavaScriptEvaluating
    /// The same, where it is of that kind.
    var promptEvaluator: (any PromptEvaluating)?

    init() {
      let evaluator = JavaScriptEvaluator()
      (javaScriptEvaluator, promptEvaluator) = (evaluator, evaluator)
    }

    var arePlain: Bool {
      jsonSerializer is JSONSerializer && methodResolver is MethodResolver
        && invocationDispatcher is InvocationDispatcher
    }
  }

  private let parts = Mutex(Parts())

  /// The default parts.
  public init() {}

  /// Whether what finds functions, reads arguments and writes results is the default.
  let isPlain = Atomic(true)

  private func change(_ change: (inout Parts) -> Void) {
    let old = parts.withLock { parts in
      let old = parts
      change(&parts)
      isPlain.store(parts.arePlain, ordering: .releasing)
      return old
    }
    // Freed here, outside of the lock: the end of a part may be code of the program.
    _ = old
  }

  /// Reads arguments and writes results.
  public var jsonSerializer: any JSONSerializing {
    get { parts.withLock { $0.jsonSerializer } }
    set { change { $0.jsonSerializer = newValue } }
  }

  /// Finds namespace and name in what the page wrote.
  public var methodResolver: any MethodResolving {
    get { parts.withLock { $0.methodResolver } }
    set { change { $0.methodResolver = newValue } }
  }

  /// Decides which function runs.
  public var invocationDispatcher: any InvocationDispatching {
    get { parts.withLock { $0.invocationDispatcher } }
    set { change { $0.invocationDispatcher = newValue } }
  }

  /// Decides when evaluations leave.
  public var javaScriptEvaluator: any JavaScriptEvaluating {
    get { parts.withLock { $0.javaScriptEvaluator } }
    set {
      let promptEvaluator = newValue as? any PromptEvaluating
      change { ($0.javaScriptEvaluator, $0.promptEvaluator) = (newValue, promptEvaluator) }
    }
  }

  /// The evaluator, where it is one that gives back at once what leaves at once.
  var promptEvaluator: (any PromptEvaluating)? { parts.withLock { $0.promptEvaluator } }
}
