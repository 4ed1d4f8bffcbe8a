import Testing

@Suite(.timeLimit(.minutes(5))) struct HiddenFunctionTests {
  @Test(arguments: ["@unexposed func f(_ x: inout Int) {}", "@unexposed static func f() {}"])
  func itIsLeftOutOnPurpose(member: String) {
    expectBinding(member, nil)
  }

  /// Where nothing else is there, the type has nothing for a page: that is worth a warning.
  @Test(arguments: [
    "private func f() {}", "fileprivate func f<T>(_ x: T) {}", "init() {}", "var f: Int { 1 }",
    "subscript(x: Int) -> Int { x }",
  ])
  func itIsLeftOut(member: String) {
    expectBinding(member, nil, diagnostics: [nothingExposed])
  }

  /// It has its superclass's functions.
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
