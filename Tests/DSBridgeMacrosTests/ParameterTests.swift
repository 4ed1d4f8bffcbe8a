import Testing

struct ParameterTests {
  @Test(arguments: [
    (
      "func f(a: Int, _ b: String) {}",
      "(arguments: LabelledArguments) in\n          try self.f(a: arguments.decode(\"a\"), arguments.decode(\"b\"))"
    ),
    (
      "func f(a: Int, for b: Int = 3 * 2) {}",
      "(arguments: LabelledArguments) in\n          try self.f(a: arguments.decode(\"a\"), for: arguments.decode(\"for\", or: 3 * 2))"
    ),
    ("func f(_ a: Int = 3) {}", "(arguments: SoleArgument) in\n          try self.f(arguments.decode(or: 3))"),
    (
      "func f(a: Int, b: Int, c: @escaping (Int) -> Void) {}",
      "(arguments: LabelledArguments, completion) in\n          try self.f(a: arguments.decode(\"a\"), b: arguments.decode(\"b\"), c: completion)"
    ),
  ])
  func severalAndDefaultedOnesAreReadOneByOne(function: String, closure: String) {
    expectBinding(function, ".bind(\"f\", { \(closure)\n        })")
  }

  @Test func twoOfOneNameAreRefused() {
    expectRefusal(
      "func f(a x: Int, a y: Int) {}", "Two parameters are called 'a': a page passes them by name", column: 22)
  }

  @Test func oneThatNoPageCanPassIsRefused() {
    expectRefusal("func f(_ x: inout Int) {}", "An inout parameter cannot be exposed: return the new value", column: 15)
    expectRefusal("func f(_ x: Int...) {}", "A variadic parameter cannot be exposed: use an array", column: 18)
    expectRefusal(
      "func f(_ x: isolated A) {}", "An isolated parameter cannot be exposed: a page has no actor to pass", column: 15)
    expectRefusal("func f(_ x: @autoclosure () -> Int) {}", "An autoclosure cannot be exposed", column: 15)
    expectRefusal("func f(_ x: (Int, Int)) {}", "A tuple cannot be exposed: JSON has none; use a struct", column: 15)
  }
}
