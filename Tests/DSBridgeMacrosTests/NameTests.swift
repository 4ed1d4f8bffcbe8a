import Testing

struct NameTests {
  @Test(arguments: [
    ("func `default`(`in` x: Int) {}", ".bind(\"default\", self.`default`(`in`:))"),
    ("func `repeat`() {}", ".bind(\"repeat\", self.`repeat`)"),
  ])
  func backticksAreNoPartOfTheName(function: String, binding: String) {
    expectBinding(function, binding)
  }
}
