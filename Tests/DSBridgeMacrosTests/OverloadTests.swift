import Testing

@Suite(.timeLimit(.minutes(5))) struct OverloadTests {
  @Test func theSecondIsRefused() {
    expectExpansion(
      "@Exposed\nclass A {\n  func f() {}\n  func f(_ x: Int) {}\n}",
      """
      class A {
        func f() {}
        func f(_ x: Int) {}

        nonisolated var exposedFunctions: [ExposedFunction] {
          [
            .bind("f", .nothing(), self.f as () -> Void),
          ]
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """,
      diagnostics: [
        DiagnosticSpec(
          message: "'f' is already exposed: pages find functions by their base name", line: 4, column: 8,
          notes: [NoteSpec(message: "The other function with this name", line: 3, column: 8)], fixIts: [unexposedFixIt])
      ])
  }

  @Test(arguments: [
    ("func f() {}", ".bind(\"f\", .nothing(), self.f as () -> Void)", ""),
    (
      "func f(to x: consuming [Int]) throws(Failure) -> String { \"\" }",
      ".bind(\"f\", .value(), .result(), self.f(to:) as (consuming [Int]) throws(Failure) -> String)",
      ".described(taking: [.init(\"to\", \"x\")])"
    ),
    (
      "func f(_ x: Int, c: @escaping Done) {}",
      ".bind(\"f\", .value(), .parameter(), .nothing(), self.f(_:c:) as (Int, @escaping Done) -> Void)",
      ".described(taking: [.init(nil, \"x\")])"
    ),
    (
      "nonisolated(nonsending) func f(_ x: Int) async {}",
      ".bind(\"f\", .value(), .nothing(), later: { (arguments: Int) in\n          await self.f(arguments)\n        })",
      ".described(taking: [.init(nil, \"x\")])"
    ),
    (
      "func f(_ x: Int) -> some AsyncSequence<Int, Never> { s }",
      ".bind(\"f\", .value(), .result(), { (arguments: Int) in\n          self.f(arguments)\n        })",
      ".described(taking: [.init(nil, \"x\")])"
    ),
  ])
  func oneBesideAHiddenOverloadIsChosenByItsType(function: String, binding: String, described: String) {
    expectBinding("\(function); private func f(_ x: URL) {}", binding, described)
  }
}
