import Testing

@Suite(.timeLimit(.minutes(5))) struct SynchronousTests {
  @Test(arguments: [
    "func f() throws -> String { \"\" }", "func f() throws(Failure) {}", "func f() {}",
    "func f() -> some AsyncSequence<Int, Never> { s }",
  ])
  func itIsBoundByReference(function: String) {
    expectBinding(function, ".bind(\"f\", self.f)")
  }

  @Test(arguments: [
    "func f(_ x: Int) -> Void {}", "func f(_ x: [String: Int?]) -> [Int]? { nil }", "func f(_ x: consuming Int!) {}",
  ])
  func withAParameterToo(function: String) {
    expectBinding(function, ".bind(\"f\", self.f(_:))", ".described(taking: [.init(nil, \"x\")])")
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
