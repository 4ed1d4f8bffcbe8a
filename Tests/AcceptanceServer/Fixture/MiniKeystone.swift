import SnippetBridge

// A copy of the keystone in docs/guides/own-page-script.md and Tests/SnippetBridgeTests/Guides/OwnPageScript.swift.

/// The keystone of pages with mini.js.
final class MiniKeystone: KeystoneProtocol {
  let jsonSerializer: any JSONSerializing = JSONSerializer()
  let methodResolver: any MethodResolving = MethodResolver()
  let invocationDispatcher: any InvocationDispatching = MiniDispatcher()
  let javaScriptEvaluator: any JavaScriptEvaluating = MiniEvaluator()
}

/// Finds the function of a text such as `calculator.addingOne 5`.
struct MiniDispatcher: InvocationDispatching {
  private let usual = InvocationDispatcher()

  func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
    guard invocation.method.description == "mini" else { return try usual.dispatch(invocation, among: interfaces) }
    let text = try invocation.arguments.decode(String.self)
    let name = text.prefix { $0 != " " }
    var called = invocation
    called.method = try MethodResolver().resolveMethodFromRaw(String(name))
    called.arguments = Arguments(json: JSON(String(text.dropFirst(name.count + 1))))
    return try usual.dispatch(called, among: interfaces).taking(called.arguments)
  }

  func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool {
    usual.hasMethod(method, isSynchronous: isSynchronous, among: interfaces)
  }
}

/// Sends calls of page functions as scripts, such as `mini.receive("show [\"a\",1]")`.
final class MiniEvaluator: JavaScriptEvaluating {
  private let usual = JavaScriptEvaluator()

  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    usual.evaluate(evaluations.map(script), leave: leave)
  }

  private func script(for evaluation: Evaluation) -> Evaluation {
    // The names of the bridge's own functions begin with "_".
    guard case .invocation(let method, let arguments) = evaluation.content, !method.hasPrefix("_"),
      let text = try? JSONSerializer().encode("\(method) \(arguments)")
    else { return evaluation }
    return evaluation.asScript("mini.receive(\(text))")
  }
}
