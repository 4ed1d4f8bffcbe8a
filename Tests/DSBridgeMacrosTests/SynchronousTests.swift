import Testing

struct SynchronousTests {
  @Test(arguments: [
    ("func f(to x: Int) -> Int { x }", ".bind(\"f\", self.f(to:))"),
    ("func f(_ x: Int) -> Void {}", ".bind(\"f\", self.f(_:))"),
    ("func f() throws -> String { \"\" }", ".bind(\"f\", self.f)"), ("func f() {}", ".bind(\"f\", self.f)"),
    ("func f(_ x: [String: Int?]) -> [Int]? { nil }", ".bind(\"f\", self.f(_:))"),
    ("func f() -> some AsyncSequence<Int, Never> { s }", ".bind(\"f\", self.f)"),
  ])
  func itIsBoundByReference(function: String, binding: String) {
    expectBinding(function, binding)
  }

  @Test func severalFunctionsKeepTheirOrder() {
    expectExpansion(
      """
      @Exposed
      struct A {
        func b() {}
        func a() {}
      }
      """,
      """
      struct A {
        func b() {}
        func a() {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("b", self.b),
            .bind("a", self.a),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """)
  }
}
