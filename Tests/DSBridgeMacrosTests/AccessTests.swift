import Testing

@Suite(.timeLimit(.minutes(5))) struct AccessTests {
  @Test(arguments: [
    ("class", ""), ("public final class", "public "), ("open class", "open "), ("package struct", "package "),
    ("private class", ""), ("enum", ""), ("public actor", "public "),
  ])
  func theListIsAsVisibleAsTheType(header: String, access: String) {
    expectExpansion(
      "@Exposed\n\(header) A {\n}",
      """
      \(header) A {

        \(access)nonisolated var exposedFunctions: [ExposedFunction] {
          []
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """, diagnostics: [nothingExposed])
  }

  @Test func aSubclassOverridesTheListOfItsSuperclass() {
    expectExpansion(
      "@Exposed\nclass A: B {\n  func f() {}\n}",
      """
      class A: B {
        func f() {}

        nonisolated override var exposedFunctions: [ExposedFunction] {
          super.exposedFunctions + [
            .bind("f", .nothing(), self.f),
          ]
        }
      }
      """, isDerived: true)
  }
}
