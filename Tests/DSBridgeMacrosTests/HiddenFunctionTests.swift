import Testing

struct HiddenFunctionTests {
  @Test(arguments: [
    "private func f() {}", "fileprivate func f<T>(_ x: T) {}", "@unexposed func f(_ x: inout Int) {}",
    "@unexposed static func f() {}",
    "init() {}", "var f: Int { 1 }", "subscript(x: Int) -> Int { x }",
  ])
  func itIsLeftOut(member: String) {
    expectBinding(member, nil)
  }

  @Test func anOverloadThatIsHiddenIsNoOverload() {
    expectBinding("func f() {}; @unexposed func f(_ x: Int) {}; private func f(_ x: String) {}", ".bind(\"f\", self.f)")
  }
}
