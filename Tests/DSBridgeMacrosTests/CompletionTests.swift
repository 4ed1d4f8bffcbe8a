import Testing

@Suite(.timeLimit(.minutes(5))) struct CompletionTests {
  @Test(arguments: [
    "func f(c: (Int) -> Void) {}", "func f(c: ((Int) -> Void)?) {}", "func f(c: (((Int) -> Void))?) {}",
    "func f(c: @escaping @Sendable () -> Void) throws {}", "func f(c: @escaping @MainActor (Int) -> Void) {}",
    "func f(c: @escaping Done) {}",
  ])
  func itIsBoundByReference(function: String) {
    expectBinding(function, ".bind(\"f\", .parameter(), .nothing(), self.f(c:))")
  }

  @Test(arguments: [
    "func f(_ x: Int, c: @escaping (Int, Bool) -> ()) -> Void {}", "func f(_ x: Int, c: ((Int) -> Void)? = nil) {}",
  ])
  func behindAValueToo(function: String) {
    expectBinding(
      function, ".bind(\"f\", .value(), .parameter(), .nothing(), self.f(_:c:))",
      ".described(taking: [.init(nil, \"x\")])")
  }

  @Test func aSecondParameterOfAnUnknownTypeIsLeftToTheCompiler() {
    let described = ".described(taking: [.init(nil, \"x\"), .init(\"then\", \"c\")])"
    func closure(_ head: String, _ call: String) -> String { "{ \(head) in\n          \(call)\n        })" }
    expectBinding(
      "func f(_ x: Int, then c: Done) {}",
      ".bind(\"f\", labels: [\"x\", \"then\"], .value(), .parameter(), .nothing(), self.f(_:then:))",
      described)
    expectBinding(
      "func f(_ x: Int, then c: Done?) throws {}",
      ".bind(\"f\", on: self, labels: [\"x\", \"then\"], .value(), .parameter(), .nothing(), "
        + closure("me, arguments, last", "try me.f(arguments, then: last)"), described, in: "actor A")
    expectBinding(
      "func f(_ x: Int, then c: Done) async {}",
      ".bind(\"f\", labels: [\"x\", \"then\"], .value(), .parameter(), .nothing(), later: "
        + closure("@MainActor [self] arguments, last", "await self.f(arguments, then: last)"), described,
      in: "@MainActor class A")
    expectBinding(
      "nonisolated(nonsending) func f(_ x: Int, then c: Done) async {}",
      ".bind(\"f\", labels: [\"x\", \"then\"], .value(), .parameter(), .nothing(), later: "
        + closure("arguments, last", "await self.f(arguments, then: last)"),
      described)
  }

  @Test func ofMoreParametersTheNameDecides() {
    let types = ".init(\"x\", \"x\", Int.self), .init(\"y\", \"y\", Int.self)"
    expectBinding(
      "func f(x: Int, y: Int, completion: Done) {}",
      ".bind(\"f\", .value(), .parameter(), .nothing(), { (arguments: LabelledArguments, completion) in\n          try self.f(x: arguments.decode(\"x\"), y: arguments.decode(\"y\"), completion: completion)\n        })",
      ".described(taking: [\(types)])")
    expectBinding(
      "func f(x: Int, y: Int, z: Point) {}",
      ".bind(\"f\", .parameter(), .nothing(), { (arguments: LabelledArguments) in\n          try self.f(x: arguments.decode(\"x\"), y: arguments.decode(\"y\"), z: arguments.decode(\"z\"))\n        })",
      ".described(taking: [\(types), .init(\"z\", \"z\", Point.self)])")
  }

  @Test func oneThatIsWrongIsRefused() {
    let parameters = "A completion takes at most a value and a Bool, which is true for the last value"
    expectRefusal("func f(c: (Int, String) -> Void) {}", parameters, column: 19)
    expectRefusal("func f(c: (Int, Bool, Int) -> Void) {}", parameters, column: 14)
    expectRefusal("func f(c: ((Int) -> Void) -> Void) {}", parameters, column: 14)
    expectRefusal(
      "func f(c: ((a: Int, b: Int)) -> Void) {}", "A tuple cannot be exposed: JSON has no tuples; use a struct",
      column: 14)
    expectRefusal(
      "func f(c: @escaping (Result<Int, any Error>) -> Void) {}",
      "A Result cannot be exposed: use an async function that throws, or a completion that takes the value", column: 24)
    expectRefusal("func f(c: (Int) -> Int) {}", "A completion must return Void", column: 22)
    expectRefusal(
      "func f(c: (Int) -> Void) -> Int { 1 }", "A function with a completion cannot return a result as well", column: 31
    )
    expectRefusal(
      "func f(c: (Int) -> Void, x: Int) {}",
      "A closure can only be exposed as the last parameter, the completion", column: 13)
  }
}
