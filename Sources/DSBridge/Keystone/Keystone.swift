import DSBridgeLocks

/// The default keystone: the object that decodes a page's calls, finds their functions, encodes the answers, and
/// decides when scripts for the page are sent.
///
/// The keystone has four parts. A program can replace each part at any time and from any thread. The web view uses the
/// new part starting with the next call or evaluation.
///
///     (webView.keystone as! Keystone).jsonSerializer = MyJSONSerializer()
///
/// Final, so that the compiler can check that it is `Sendable`. A different keystone conforms to ``KeystoneProtocol``.
public final class Keystone: KeystoneProtocol {
  private struct Parts {
    var jsonSerializer: any JSONSerializing = JSONSerializer()
    var methodResolver: any MethodResolving = MethodResolver()
    var invocationDispatcher: any InvocationDispatching = InvocationDispatcher()
    var javaScriptEvaluator: any JavaScriptEvaluating = JavaScriptEvaluator()

    var arePlain: Bool {
      jsonSerializer is JSONSerializer && methodResolver is MethodResolver
        && invocationDispatcher is InvocationDispatcher
    }
  }

  private let parts = Mutex(Parts())

  /// Creates a keystone with the default parts.
  public init() {}

  /// Whether the method resolver, the dispatcher and the serializer are the default ones, which have no state.
  let isPlain = Atomic(true)

  /// Replaces a part. The old part is released outside of the lock, because its `deinit` may run code of the program.
  private func replace<Part>(_ part: WritableKeyPath<Parts, Part>, by value: Part) {
    var value = value
    parts.withLock { parts in
      swap(&parts[keyPath: part], &value)
      isPlain.store(parts.arePlain, ordering: .releasing)
    }
  }

  /// The serializer of arguments and results.
  public var jsonSerializer: any JSONSerializing {
    get { isPlain.load(ordering: .acquiring) ? JSONSerializer() : parts.withLock { $0.jsonSerializer } }
    set { replace(\.jsonSerializer, by: newValue) }
  }

  /// The parser of method names.
  public var methodResolver: any MethodResolving {
    get { isPlain.load(ordering: .acquiring) ? MethodResolver() : parts.withLock { $0.methodResolver } }
    set { replace(\.methodResolver, by: newValue) }
  }

  /// The dispatcher, which decides which function is called.
  public var invocationDispatcher: any InvocationDispatching {
    get { isPlain.load(ordering: .acquiring) ? InvocationDispatcher() : parts.withLock { $0.invocationDispatcher } }
    set { replace(\.invocationDispatcher, by: newValue) }
  }

  /// The evaluator, which decides when evaluations are sent.
  public var javaScriptEvaluator: any JavaScriptEvaluating {
    get { parts.withLock { $0.javaScriptEvaluator } }
    set { replace(\.javaScriptEvaluator, by: newValue) }
  }

  /// The evaluator, if it is of the default type.
  var promptEvaluator: JavaScriptEvaluator? { javaScriptEvaluator as? JavaScriptEvaluator }
}

/// The replaceable parts of a web view. ``Keystone`` is the default implementation. Another implementation may compute
/// the parts on each access.
public protocol KeystoneProtocol: AnyObject, Sendable {
  /// The serializer of arguments and results.
  var jsonSerializer: any JSONSerializing { get }
  /// The parser of method names.
  var methodResolver: any MethodResolving { get }
  /// The dispatcher, which decides which function is called.
  var invocationDispatcher: any InvocationDispatching { get }
  /// The evaluator, which decides when evaluations are sent.
  var javaScriptEvaluator: any JavaScriptEvaluating { get }
}
