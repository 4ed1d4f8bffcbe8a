import Testing

@Suite(.timeLimit(.minutes(5))) struct ConditionalTests {
  @Test func aFunctionInAConditionIsRefused() {
    expectExpansion(
      "@Exposed\nclass A {\n  #if DEBUG\n  func f() {}\n  private func g() {}\n  #endif\n}",
      """
      class A {
        #if DEBUG
        func f() {}
        private func g() {}
        #endif

        nonisolated var exposedFunctions: [ExposedFunction] {
          []
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "A function inside #if cannot be exposed: @Exposed does not know which branch is compiled", line: 4,
          column: 8, fixIts: [unexposedFixIt]
        )
      ])
  }
}
