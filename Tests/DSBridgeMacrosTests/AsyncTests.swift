import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct AsyncTests {
  private static let message =
    "This async function would run outside the web view's isolation, and the class is not Sendable: it could race with other calls"

  @Test func oneOfTheCallersIsolationIsBoundByAClosure() {
    expectBinding(
      "nonisolated(nonsending) func f(_ x: Int) async throws -> Int { x }",
      ".bind(\"f\", { arguments in\n          try await self.f(arguments)\n        })")
  }

  @Test func aSendableClassMayHaveOne() {
    let closure = ".bind(\"f\", {\n          await self.f()\n        })"
    expectBinding("func f() async {}", closure, in: "final class A: Sendable")
    expectBinding("func f() async {}", closure, in: "final class A: @unchecked Sendable")
    expectBinding("func f() async {}", closure, in: "struct A")
    expectBinding("nonisolated func f() async {}", closure, in: "actor A")
  }

  @Test func oneThatWouldRaceIsRefusedWithAWayOut() {
    expectRefusal(
      "func f() async {}", AsyncTests.message, column: 12,
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
    expectRefusal(
      "@concurrent func f() async {}", AsyncTests.message, column: 24,
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
  }

  @Test(arguments: [
    ("func f() async {}", "nonisolated(nonsending) func f() async {}"),
    ("public func f() async {}", "public nonisolated(nonsending) func f() async {}"),
    ("nonisolated func f() async {}", "nonisolated(nonsending) func f() async {}"),
  ])
  func theFixItWrites(function: String, fixed: String) {
    expectExpansion(
      "@Exposed\nclass A {\n  \(function)\n}",
      """
      class A {
        \(function)

        nonisolated var exposedFunctions: [ExposedFunction] {
          []
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: AsyncTests.message, line: 3,
          column: 3
            + function.distance(
              from: function.startIndex, to: function.firstRange(of: "async")?.lowerBound ?? function.startIndex),
          fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
      ], fixIts: ["Add 'nonisolated(nonsending)'"], fixed: "@Exposed\nclass A {\n  \(fixed)\n}")
  }
}
