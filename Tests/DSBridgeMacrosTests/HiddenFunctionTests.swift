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

}
