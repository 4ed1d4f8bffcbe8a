import Testing

@Suite(.timeLimit(.minutes(5))) struct HiddenFunctionTests {
  @Test(arguments: ["@unexposed func f(_ x: inout Int) {}", "@unexposed static func f() {}"])
  func itIsLeftOutOnPurpose(member: String) {
    expectBinding(member, nil)
  }

  /// A type that contains only members which are not exposed causes a warning.
  @Test(arguments: [
    "private func f() {}", "fileprivate func f<T>(_ x: T) {}", "init() {}", "var f: Int { 1 }",
    "subscript(x: Int) -> Int { x }",
  ])
  func itIsLeftOut(member: String) {
    expectBinding(member, nil, diagnostics: [nothingExposed])
  }

  /// A subclass without functions of its own exposes those of its superclass.
  @Test func aSubclassNeedsNoneOfItsOwn() {
    expectExpansion(
      "@Exposed\nclass A: B {\n}",
      """
      class A: B {

        nonisolated override var exposedFunctions: [ExposedFunction] {
          super.exposedFunctions + []
        }
      }
      """, isDerived: true)
  }
}
