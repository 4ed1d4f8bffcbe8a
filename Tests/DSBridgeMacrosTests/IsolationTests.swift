import Testing

@Suite(.timeLimit(.minutes(5))) struct IsolationTests {
  @Test func anActorsFunctionsRunOnIt() {
    expectBinding(
      "func f(_ x: Int) -> Int { x }",
      ".bind(\"f\", on: self, .value(), .result(), { me, arguments in\n          me.f(arguments)\n        })",
      ".described(taking: [.init(nil, \"x\")])", in: "actor A")
    expectBinding(
      "func f() async throws {}", ".bind(\"f\", on: self, .nothing(), { me in\n          try await me.f()\n        })",
      in: "actor A")
    expectBinding("nonisolated func f() {}", ".bind(\"f\", .nothing(), self.f)", in: "actor A")
  }

  @Test func aGlobalActorsFunctionsRunOnThat() {
    expectBinding(
      "@MainActor func f() {}",
      ".bind(\"f\", .nothing(), later: { @MainActor [self] in\n          self.f()\n        })",
      in: "final class A: Sendable")
    expectBinding(
      "@Database.ReadActor func f(_ x: Any) -> Any { x }",
      ".bind(\"f\", .value(), .result(), later: { @Database.ReadActor [self] (arguments: SoleArgument) in\n          try ExposedJSONValue(self.f((arguments.decode() as ExposedJSONValue<Any>).value)).written()\n        })",
      ".described(taking: [.init(nil, \"x\", Any.self)])", in: "struct A")
  }

  @Test func aFunctionThatLeavesItsTypesIsolationIsRefused() {
    func message(_ actor: String) -> String {
      "This function runs on \(actor), and its type is not marked Sendable: it could race with other calls; write '@\(actor)' on the type"
    }
    expectRefusal("@MainActor func f() {}", message("MainActor"), column: 3)
    expectRefusal(
      "@discardableResult @Some.ReadActor func f() async -> Int { 1 }", message("Some.ReadActor"), column: 22,
      in: "final class A: Codable")
  }

  @Test func aTypeOfAGlobalActor() {
    expectExpansion(
      """
      @MainActor @Exposed
      public class A {
        func f(_ x: Int, done: @escaping Done) {}
        nonisolated func g() {}
      }
      """,
      """
      @MainActor
      public class A {
        func f(_ x: Int, done: @escaping Done) {}
        nonisolated func g() {}

        public nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", .value(), .parameter(), .nothing(), later: { @MainActor [self] arguments, completion in
                self.f(arguments, done: completion)
              }).described(taking: [.init(nil, "x")]),
            .bind("g", .nothing(), self.g),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """)
  }
}
