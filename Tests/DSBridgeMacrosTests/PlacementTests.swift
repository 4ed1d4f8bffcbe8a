import Testing

@Suite(.timeLimit(.minutes(5))) struct PlacementTests {
  @Test func exposedGoesWithATypeOnly() {
    expectExpansion(
      "@Exposed\nprotocol A {\n  func f()\n}", "protocol A {\n  func f()\n}",
      diagnostics: [
        DiagnosticSpec(message: "@Exposed can only be applied to a class, struct, enum or actor", line: 1, column: 1)
      ])
  }

  @Test func unexposedGoesWithAFunctionOfOne() {
    let message = "@unexposed can only be applied to a function of an @Exposed type"
    expectExpansion(
      "class A {\n  @unexposed func f() {}\n}", "class A {\n  func f() {}\n}",
      diagnostics: [DiagnosticSpec(message: message, line: 2, column: 3)])
    expectExpansion(
      "@unexposed func f() {}", "func f() {}", diagnostics: [DiagnosticSpec(message: message, line: 1, column: 1)])
  }
}
