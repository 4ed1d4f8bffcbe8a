import Testing

@Suite(.timeLimit(.minutes(5))) struct MutatingTests {
  @Test func itIsRefused() {
    expectRefusal(
      "mutating func f() {}",
      "A mutating function cannot be exposed: the bridge holds a copy of the value; make the type a class",
      column: 3, in: "struct A")
    expectRefusal(
      "consuming func f() {}", "A consuming function cannot be exposed: a page may call it more than once", column: 3,
      in: "struct A", fixIts: [FixItSpec(message: "Remove 'consuming'"), unexposedFixIt],
      applying: "Remove 'consuming'", gives: "func f() {}")
  }
}
