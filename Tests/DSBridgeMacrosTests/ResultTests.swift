import Testing

@Suite(.timeLimit(.minutes(5))) struct ResultTests {
  @Test func oneThatJSONHasNotIsRefused() {
    expectRefusal(
      "func f() -> (Int, Int) { (1, 2) }", "A tuple cannot be exposed: JSON has no tuples; use a struct", column: 15)
    expectRefusal(
      "func f() -> [(a: Int, b: Int)]? { nil }", "A tuple cannot be exposed: JSON has no tuples; use a struct",
      column: 16)
    let closure = "A function that returns a closure cannot be exposed"
    expectRefusal("func f() -> () -> Void { {} }", closure, column: 15)
    expectRefusal("func f() -> [Int: () -> Void] { [:] }", closure, column: 21)
  }
}
