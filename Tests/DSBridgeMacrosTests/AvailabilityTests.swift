import Testing

@Suite(.timeLimit(.minutes(5))) struct AvailabilityTests {
  @Test func anUnavailableFunctionIsRefused() {
    let message = "An unavailable function cannot be exposed"
    expectRefusal("@available(*, unavailable) func f() {}", message, column: 3)
    expectRefusal("@objc @available(*, unavailable, renamed: \"g\") func f() {}", message, column: 9)
  }

  /// If a function is deprecated, the list of functions must be deprecated too. Otherwise the compiler would warn about
  /// its use.
  @Test func aDeprecatedFunctionIsExposed() {
    expectExpansion(
      """
      @Exposed
      public class A {
        @available(*, deprecated, message: "use g") func f() {}
      }
      """,
      """
      public class A {
        @available(*, deprecated, message: "use g") func f() {}

        @available(*, deprecated)
        public nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", .nothing(), self.f),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """)
  }

  @Test func anotherPlatformsVersionIsNoMatter() {
    expectBinding("@available(macOS 15, *) func f() {}", ".bind(\"f\", .nothing(), self.f)")
  }
}
