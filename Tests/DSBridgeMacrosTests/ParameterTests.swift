import Testing

@Suite(.timeLimit(.minutes(5))) struct ParameterTests {
  @Test(arguments: [
    (
      "func f(a: Int, _ b: String) {}",
      "(arguments: LabelledArguments) in\n          try self.f(a: arguments.decode(\"a\"), arguments.decode(\"b\"))",
      ".init(\"a\", \"a\", Int.self), .init(nil, \"b\", String.self)"
    ),
    (
      "func f(a: Int, for b: Int = 3 * 2) {}",
      "(arguments: LabelledArguments) in\n          try self.f(a: arguments.decode(\"a\"), for: arguments.decode(\"for\", or: 3 * 2))",
      ".init(\"a\", \"a\", Int.self), .init(\"for\", \"b\", Int.self, hasDefault: true)"
    ),
    (
      "func f(_ a: Int = 3) {}", "(arguments: SoleArgument) in\n          try self.f(arguments.decode(or: 3))",
      ".init(nil, \"a\", Int.self, hasDefault: true)"
    ),
    (
      "func f(a: Int, b: Int, c: @escaping (Int) -> Void) {}",
      "(arguments: LabelledArguments, completion) in\n          try self.f(a: arguments.decode(\"a\"), b: arguments.decode(\"b\"), c: completion)",
      ".init(\"a\", \"a\", Int.self), .init(\"b\", \"b\", Int.self)"
    ),
  ])
  func severalAndDefaultedOnesAreReadOneByOne(function: String, closure: String, parameters: String) {
    expectBinding(
      function,
      ".bind(\"f\", .value(), \(closure.contains("completion") ? ".parameter(), " : "").nothing(), { \(closure)\n        })",
      ".described(taking: [\(parameters)])")
  }

  @Test func aDefaultFindsStaticMembers() {
    expectExpansion(
      """
      @Exposed
      class A {
        static let limit = 5
        @unexposed static func most() -> Int { 7 }
        func f(x: Int = limit + .limit, y: Int = Int(most())) {}
      }
      """,
      """
      class A {
        static let limit = 5
        static func most() -> Int { 7 }
        func f(x: Int = limit + .limit, y: Int = Int(most())) {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", .value(), .nothing(), { (arguments: LabelledArguments) in
                try self.f(x: arguments.decode("x", or: Self.limit + .limit), y: arguments.decode("y", or: Int(Self.most())))
              }).described(taking: [.init("x", "x", Int.self, hasDefault: true), .init("y", "y", Int.self, hasDefault: true)]),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """)
  }

  @Test func oneThatIsSentIsPassedByAClosure() {
    expectBinding(
      "func f(_ x: sending Point) {}",
      ".bind(\"f\", .parameter(), .nothing(), { arguments in\n          self.f(arguments)\n        })",
      ".described(taking: [.init(nil, \"x\")])")
  }

  @Test func twoOfOneNameAreRefused() {
    expectRefusal(
      "func f(a x: Int, a y: Int) {}", "Two parameters have the label 'a': pages pass arguments by label", column: 22)
  }

  @Test func oneThatNoPageCanPassIsRefused() {
    expectRefusal("func f(_ x: inout Int) {}", "An inout parameter cannot be exposed: return the new value", column: 15)
    expectRefusal("func f(_ x: Int...) {}", "A variadic parameter cannot be exposed: use an array", column: 18)
    expectRefusal(
      "func f(_ x: isolated A) {}", "An isolated parameter cannot be exposed: a page cannot pass an actor", column: 15)
    expectRefusal("func f(_ x: @autoclosure () -> Int) {}", "An autoclosure cannot be exposed", column: 15)
    let tuple = "A tuple cannot be exposed: JSON has no tuples; use a struct"
    expectRefusal("func f(_ x: (Int, Int)) {}", tuple, column: 15)
    expectRefusal("func f(_ x: [(a: Int, b: Int)?]) {}", tuple, column: 16)
    let closure = "A page cannot pass a closure: only the last parameter can be a closure, the completion"
    expectRefusal("func f(_ x: [() -> Void]) {}", closure, column: 16)
    let void = "A parameter without a value cannot be exposed"
    expectRefusal("func f(_ x: Void) {}", void, column: 15)
    expectRefusal("func f(_ x: ()) {}", void, column: 15)
    let existential = "A value from a page does not determine the type: use a Decodable type, or Any"
    expectRefusal("func f(_ x: any Decodable) {}", existential, column: 15)
    expectRefusal("func f(a: Int, x: [String: any Codable & Sendable]) {}", existential, column: 30)
    expectRefusal("func f(_ x: [Codable]) {}", existential, column: 16)
  }
}
