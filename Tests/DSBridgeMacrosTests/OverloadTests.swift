import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct OverloadTests {
  @Test func theSecondIsRefused() {
    expectExpansion(
      "@Exposed\nclass A {\n  func f() {}\n  func f(_ x: Int) {}\n}",
      """
      class A {
        func f() {}
        func f(_ x: Int) {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", self.f),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'f' is exposed already: a page finds functions by their bare name", line: 4, column: 8,
          notes: [NoteSpec(message: "It is called as this one", line: 3, column: 8)], fixIts: [unexposedFixIt])
      ])
  }
}
