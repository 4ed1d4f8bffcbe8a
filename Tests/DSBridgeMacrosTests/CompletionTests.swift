import Testing

struct CompletionTests {
  @Test(arguments: [
    ("func f(c: (Int) -> Void) {}", ".bind(\"f\", self.f(c:))"),
    ("func f(_ x: Int, c: @escaping (Int, Bool) -> ()) -> Void {}", ".bind(\"f\", self.f(_:c:))"),
    ("func f(c: ((Int) -> Void)?) {}", ".bind(\"f\", self.f(c:))"),
    ("func f(_ x: Int, c: ((Int) -> Void)? = nil) {}", ".bind(\"f\", self.f(_:c:))"),
    ("func f(c: @escaping @Sendable () -> Void) throws {}", ".bind(\"f\", self.f(c:))"),
    ("func f(c: @escaping Done) {}", ".bind(\"f\", self.f(c:))"),
  ])
  func itIsBoundByReference(function: String, binding: String) {
    expectBinding(function, binding)
  }

  @Test func aSecondParameterOfAnUnknownTypeIsLeftToTheCompiler() {
    expectBinding("func f(_ x: Int, then c: Done) {}", ".bind(\"f\", labels: [\"x\", \"then\"], self.f(_:then:))")
  }

  @Test func whereTheCompilerCannotChooseTheNameDoes() {
    expectBinding(
      "func f(_ x: Int, completion: Done) {}",
      ".bind(\"f\", on: self, { me, arguments, completion in\n          me.f(arguments, completion: completion)\n        })",
      in: "actor A")
    expectBinding(
      "func f(_ x: Int, y: Point) {}",
      ".bind(\"f\", on: self, { (me, arguments: LabelledArguments) in\n          try me.f(arguments.decode(\"x\"), y: arguments.decode(\"y\"))\n        })",
      in: "actor A")
  }

  @Test func oneThatIsWrongIsRefused() {
    let parameters = "A completion takes a value, and perhaps a Bool that is true with the last one"
    expectRefusal("func f(c: (Int, String) -> Void) {}", parameters, column: 19)
    expectRefusal("func f(c: (Int, Bool, Int) -> Void) {}", parameters, column: 14)
    expectRefusal("func f(c: (Int) -> Int) {}", "A completion returns Void", column: 22)
    expectRefusal(
      "func f(c: (Int) -> Void) -> Int { 1 }", "A function with a completion cannot return a result as well", column: 31
    )
    expectRefusal(
      "func f(c: (Int) -> Void, x: Int) {}",
      "A closure can only be exposed as the last parameter: it is the completion", column: 13)
  }
}
