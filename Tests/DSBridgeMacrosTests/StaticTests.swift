import SwiftSyntaxMacrosGenericTestSupport
import Testing

struct StaticTests {
  @Test func itIsRefused() {
    let message = "A static function cannot be exposed: a page calls a value's functions"
    expectRefusal("static func f() {}", message, column: 3)
    expectRefusal("public class func f() {}", message, column: 10)
  }

  @Test func theFixItHidesIt() {
    expectExpansion(
      "@Exposed\nenum A {\n  /// Says f.\n  static func f() {}\n}",
      """
      enum A {
        /// Says f.
        static func f() {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          []
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "A static function cannot be exposed: a page calls a value's functions", line: 4, column: 3,
          fixIts: [unexposedFixIt])
      ], fixIts: ["Add '@unexposed'"], fixed: "@Exposed\nenum A {\n  /// Says f.\n  @unexposed static func f() {}\n}")
  }
}
