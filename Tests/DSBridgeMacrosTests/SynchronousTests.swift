import Testing

@Suite(.timeLimit(.minutes(5))) struct SynchronousTests {
  @Test(arguments: [
    ("func f() throws -> String { \"\" }", ".result()"), ("func f() throws(Failure) {}", ".nothing()"),
    ("func f() {}", ".nothing()"), ("func f() -> some AsyncSequence<Int, Never> { s }", ".result()"),
  ])
  func itIsBoundByReference(function: String, result: String) {
    expectBinding(function, ".bind(\"f\", \(result), self.f)")
  }

  @Test(arguments: [
    ("func f(_ x: Int) -> Void {}", ".value(), .nothing()"),
    ("func f(_ x: [String: Int?]) -> [Int]? { nil }", ".value(), .result()"),
    ("func f(_ x: consuming Int!) {}", ".value(), .nothing()"), ("func f(_ x: Unknown) {}", ".parameter(), .nothing()"),
  ])
  func withAParameterToo(function: String, kinds: String) {
    expectBinding(function, ".bind(\"f\", \(kinds), self.f(_:))", ".described(taking: [.init(nil, \"x\")])")
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
            .bind("b", .nothing(), self.b),
            .bind("a", .nothing(), self.a),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """)
  }
}
