import Testing

@Suite(.timeLimit(.minutes(5))) struct JSONValueTests {
  @Test(arguments: [
    (
      "func f(_ x: Any) -> Any { x }",
      "(arguments: ExposedJSONValue<Any>) in\n          ExposedJSONValue(self.f(arguments.value))",
      ".init(nil, \"x\")"
    ),
    (
      "func f(_ x: [Any]?) {}", "(arguments: ExposedJSONValue<[Any]?>) in\n          self.f(arguments.value)",
      ".init(nil, \"x\")"
    ),
    ("func f() throws -> [String: Any] { [:] }", "\n          try ExposedJSONValue(self.f())", ""),
    ("func f() -> any Encodable { 1 }", "\n          ExposedJSONValue(self.f())", ""),
    ("func f() -> [String: (any Codable & Sendable)?] { [:] }", "\n          ExposedJSONValue(self.f())", ""),
    ("func f() -> Encodable { 1 }", "\n          ExposedJSONValue(self.f())", ""),
    (
      "func f(_ x: Any, c: (Any) -> Void) {}",
      "(arguments: ExposedJSONValue<Any>, completion) in\n          self.f(arguments.value, c: {\n              completion(ExposedJSONValue($0))\n            })",
      ".init(nil, \"x\")"
    ),
    (
      "func f(x: Any, y: Int) {}",
      "(arguments: LabelledArguments) in\n          try self.f(x: (arguments.decode(\"x\") as ExposedJSONValue<Any>).value, y: arguments.decode(\"y\"))",
      ".init(\"x\", \"x\", Any.self), .init(\"y\", \"y\", Int.self)"
    ),
  ])
  func anyIsWrapped(function: String, closure: String, parameters: String) {
    let value = parameters.isEmpty ? "" : ".value(), "
    let completion = closure.contains("completion") ? ".parameter(), " : ""
    let result = completion.isEmpty && function.contains("->") ? ".result()" : ".nothing()"
    expectBinding(
      function,
      ".bind(\"f\", \(value)\(completion)\(result), {\(closure.hasPrefix("\n") ? "" : " ")\(closure)\n        })",
      parameters.isEmpty ? "" : ".described(taking: [\(parameters)])")
  }
}
