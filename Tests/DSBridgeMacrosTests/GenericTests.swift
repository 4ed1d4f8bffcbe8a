import Testing

@Suite(.timeLimit(.minutes(5))) struct GenericTests {
  private let message = "A generic function cannot be exposed: a value from a page does not determine the generic type"

  @Test func itIsRefused() {
    expectRefusal("func f<T: Decodable>(_ x: T) {}", message, column: 9)
    expectRefusal("func f(_ x: some Decodable) {}", message, column: 15)
    expectRefusal("func f(_ x: [some Decodable]?) {}", message, column: 16)
    expectRefusal("func f(c: (some Encodable) -> Void) {}", message, column: 14)
    expectRefusal("func f(_ x: Element) where Element: Codable {}", message, column: 24, in: "class A")
    expectRefusal(
      "func f(_ x: () -> Void) rethrows {}",
      "A rethrowing function cannot be exposed: a page cannot pass a Swift function",
      column: 27)
  }
}
