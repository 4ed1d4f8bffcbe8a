import Testing

@Suite(.timeLimit(.minutes(5))) struct NameTests {
  @Test(arguments: [
    (
      "func `default`(in x: Int) {}", ".bind(\"default\", .value(), .nothing(), self.`default`(in:))",
      ".described(taking: [.init(\"in\", \"x\")])"
    ),
    (
      "func f(`in` `repeat`: Int) {}", ".bind(\"f\", .value(), .nothing(), self.f(in:))",
      ".described(taking: [.init(\"in\", \"repeat\")])"
    ),
    ("func `repeat`() {}", ".bind(\"repeat\", .nothing(), self.`repeat`)", ""),
    ("func `two words`() {}", ".bind(\"two words\", .nothing(), self.`two words`)", ""),
  ])
  func backticksAreNoPartOfTheName(function: String, binding: String, described: String) {
    expectBinding(function, binding, described)
  }

  @Test func oneWithADotIsRefused() {
    expectRefusal(
      "func `a.b`() {}", "A name with a dot cannot be exposed: pages read the part before a dot as a namespace",
      column: 8)
  }
}
