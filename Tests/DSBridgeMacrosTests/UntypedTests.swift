import Testing

struct UntypedTests {
  @Test(arguments: [
    ("func f(_ x: Any) -> Any { x }", "(arguments: Untyped<Any>) in\n          Untyped(self.f(arguments.value))"),
    ("func f(_ x: [Any]?) {}", "(arguments: Untyped<[Any]?>) in\n          self.f(arguments.value)"),
    ("func f() throws -> [String: Any] { [:] }", "\n          try Untyped(self.f())"),
    (
      "func f(_ x: Any, c: (Any) -> Void) {}",
      "(arguments: Untyped<Any>, completion) in\n          self.f(arguments.value, c: {\n              completion(Untyped($0))\n            })"
    ),
    (
      "func f(x: Any, y: Int) {}",
      "(arguments: LabelledArguments) in\n          try self.f(x: (arguments.decode(\"x\") as Untyped<Any>).value, y: arguments.decode(\"y\"))"
    ),
  ])
  func anyIsWrapped(function: String, closure: String) {
    expectBinding(function, ".bind(\"f\", {\(closure.hasPrefix("\n") ? "" : " ")\(closure)\n        })")
  }
}
