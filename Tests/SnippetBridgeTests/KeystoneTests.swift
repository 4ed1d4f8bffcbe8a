import DSBridgeLocks
import SnippetBridge
import SnippetBridgeTesting
import Testing

/// Replacements of each of the keystone's four parts: serializer, resolver, dispatcher and evaluator.
@Suite(.timeLimit(.minutes(5))) struct KeystoneTests {
  private func run(
    _ change: @escaping @Sendable (Keystone) -> Void, _ body: (TestPage, TestServer) async throws -> Void
  )
    async throws
  {
    try await TestServer.run(prepare: { webView in
      webView.addInterface(Fixture(), by: nil)
      guard let keystone = webView.keystone as? Keystone else { return }
      change(keystone)
    }) { test async throws in
      let page = try await TestPage.open(test.url)
      try await body(page, test)
      await page.close()
    }
  }

  private struct Shouting: JSONSerializing {
    func decode<T: Decodable>(_ type: T.Type, from json: JSON) throws -> T {
      try JSONSerializer().decode(type, from: json)
    }

    func encode<T: Encodable>(_ value: T) throws -> JSON {
      if let text = value as? String { return try JSONSerializer().encode(text.uppercased()) }
      return try JSONSerializer().encode(value)
    }
  }

  @Test func theSerializer() async throws {
    try await run({ $0.jsonSerializer = Shouting() }) { (page, _) async throws in
      #expect(try await page.call("echo", "hello") == "HELLO")
      #expect(try await page.call("addingOne", 5) == 6)
    }
  }

  private struct Slashes: MethodResolving {
    func resolveMethodFromRaw(_ text: String) throws -> Method {
      let parts = text.split(separator: "/")
      return Method(namespace: parts.dropLast().joined(separator: "."), name: String(parts.last ?? ""))
    }
  }

  @Test func theResolver() async throws {
    try await run({ $0.methodResolver = Slashes() }) { (page, _) async throws in
      #expect(try await page.call("/addingOne", 5) == 6)
    }
  }

  private struct Answering: InvocationDispatching {
    func dispatch(_ invocation: Invocation, among interfaces: InterfaceTable) throws -> ExposedFunction {
      if let function = interfaces.function(for: invocation.method) { return function }
      return ExposedFunction("missing", synchronous: { try $0.reply("no \(invocation.method)") })
    }

    func hasMethod(_ method: Method, isSynchronous: Bool?, among interfaces: InterfaceTable) -> Bool { true }
  }

  @Test func theDispatcher() async throws {
    try await run({ $0.invocationDispatcher = Answering() }) { (page, _) async throws in
      #expect(try await page.call("a.b.c") == "no a.b.c")
      #expect(try await page.call("addingOne", 5) == 6)
      #expect(try await page.call("_dsb.hasNativeMethod", ["name": "anything", "type": "all"]) == true)
    }
  }

  /// An evaluator that sends every evaluation immediately, and records the names of the methods.
  private final class Immediate: JavaScriptEvaluating {
    let methods = Mutex<[String]>([])

    func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
      for evaluation in evaluations {
        if case .invocation(let method, _) = evaluation.content { methods.withLock { $0.append(method) } }
        leave([evaluation])
      }
    }
  }

  @Test func theEvaluator() async throws {
    let evaluator = Immediate()
    try await run({ $0.javaScriptEvaluator = evaluator }) { page, test in
      let webView = try #require(test.server.webViews.first)
      await page.register("f") { _ in 1 }
      for _ in 0..<3 { #expect(try await webView.call("f", returning: Int.self) == 1) }
      #expect(evaluator.methods.withLock { $0 } == ["f", "f", "f"])
    }
  }

  private final class Own: KeystoneProtocol {
    let jsonSerializer: any JSONSerializing = JSONSerializer()
    let methodResolver: any MethodResolving = Slashes()
    let invocationDispatcher: any InvocationDispatching = Answering()
    let javaScriptEvaluator: any JavaScriptEvaluating = JavaScriptEvaluator()
  }

  @Test func theWholeKeystone() async throws {
    try await TestServer.run(prepare: { $0.keystone = Own() }) { test async throws in
      let page = try await TestPage.open(test.url)
      #expect(try await page.call("a/b") == "no a.b")
      await page.close()
    }
  }
}
