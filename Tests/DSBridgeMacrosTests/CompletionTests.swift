import Testing

struct CompletionTests {
  @Test(arguments: [
    "func f(c: (Int) -> Void) {}", "func f(c: ((Int) -> Void)?) {}", "func f(c: (((Int) -> Void))?) {}",
    "func f(c: @escaping @Sendable () -> Void) throws {}", "func f(c: @escaping @MainActor (Int) -> Void) {}",
    "func f(c: @escaping Done) {}",
  ])
  func itIsBoundByReference(function: String) {
    expectBinding(function, ".bind(\"f\", self.f(c:))")
  }

  @Test(arguments: [
    "func f(_ x: Int, c: @escaping (Int, Bool) -> ()) -> Void {}", "func f(_ x: Int, c: ((Int) -> Void)? = nil) {}",
  ])
  func behindAValueToo(function: String) {
    expectBinding(function, ".bind(\"f\", self.f(_:c:))", ".described(taking: [.init(nil, \"x\")])")
  }

  @Test func aSecondParameterOfAnUnknownTypeIsLeftToTheCompiler() {
    expectBinding(
      "func f(_ x: Int, then c: Done) {}", ".bind(\"f\", labels: [\"x\", \"then\"], self.f(_:then:))",
      ".described(taking: [.init(nil, \"x\"), .init(\"then\", \"c\")])")
  }

  @Test func whereTheCompilerCannotChooseTheNameDoes() {
    expectBinding(
      "func f(_ x: Int, completion: Done) {}",
      ".bind(\"f\", on: self, { me, arguments, completion in\n          me.f(arguments, completion: completion)\n        })",
      ".described(taking: [.init(nil, \"x\")])",
      in: "actor A")
    expectBinding(
      "func f(_ x: Int, y: Point) {}",
      ".bind(\"f\", on: self, { (me, arguments: LabelledArguments) in\n          try me.f(arguments.decode(\"x\"), y: arguments.decode(\"y\"))\n        })",
      ".described(taking: [.init(nil, \"x\", Int.self), .init(\"y\", \"y\", Point.self)])",
      in: "actor A")
  }

  @Test func oneThatIsWrongIsRefused() {
    let parameters = "A completion takes a value, and perhaps a Bool that is true with the last one"
    expectRefusal("func f(c: (Int, String) -> Void) {}", parameters, column: 19)
    expectRefusal("func f(c: (Int, Bool, Int) -> Void) {}", parameters, column: 14)
    expectRefusal("func f(c: ((Int) -> Void) -> Void) {}", parameters, column: 14)
    expectRefusal(
      "func f(c: ((a: Int, b: Int)) -> Void) {}", "A tuple cannot be exposed: JSON has none; use a struct", column: 14)
    expectRefusal(
      "func f(c: @escaping (Result<Int, any Error>) -> Void) {}",
      "A Result cannot be exposed: use an async function that throws, or a completion of the value", column: 24)
    expectRefusal("func f(c: (Int) -> Int) {}", "A completion returns Void", column: 22)
    expectRefusal(
      "func f(c: (Int) -> Void) -> Int { 1 }", "A function with a completion cannot return a result as well", column: 31
    )
    expectRefusal(
      "func f(c: (Int) -> Void, x: Int) {}",
      "A closure can only be exposed as the last parameter: it is the completion", column: 13)
  }
}
