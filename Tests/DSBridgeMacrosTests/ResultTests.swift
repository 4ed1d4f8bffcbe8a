import Testing

struct ResultTests {
  @Test func oneThatJSONHasNotIsRefused() {
    expectRefusal(
      "func f() -> (Int, Int) { (1, 2) }", "A tuple cannot be exposed: JSON has none; use a struct", column: 15)
    expectRefusal("func f() -> () -> Void { {} }", "A function that returns a closure cannot be exposed", column: 15)
  }
}
