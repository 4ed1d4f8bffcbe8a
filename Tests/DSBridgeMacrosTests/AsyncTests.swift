import Testing

@Suite(.timeLimit(.minutes(5))) struct AsyncTests {
  private static let message =
    "This async function would run outside the web view's isolation, and its type is not marked Sendable: it could race with other calls"

  @Test func oneOfTheCallersIsolationIsBoundByAClosure() {
    expectBinding(
      "nonisolated(nonsending) func f(_ x: Int) async throws -> Int { x }",
      ".bind(\"f\", .value(), .result(), later: { arguments in\n          try await self.f(arguments)\n        })",
      ".described(taking: [.init(nil, \"x\")])")
  }

  @Test func aSendableClassMayHaveOne() {
    let closure = ".bind(\"f\", .nothing(), later: {\n          await self.f()\n        })"
    expectBinding("func f() async {}", closure, in: "final class A: Sendable")
    expectBinding("func f() async {}", closure, in: "final class A: @unchecked Sendable")
    expectBinding("func f() async {}", closure, in: "struct A")
    expectBinding("nonisolated func f() async {}", closure, in: "actor A")
  }

  @Test func oneThatWouldRaceIsRefusedWithAWayOut() {
    expectRefusal(
      "func f() async {}", AsyncTests.message, column: 12,
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
    expectRefusal(
      "@concurrent func f() async {}", AsyncTests.message, column: 24,
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
  }

  @Test(arguments: [
    ("func f() async {}", "nonisolated(nonsending) func f() async {}"),
    ("public func f() async {}", "public nonisolated(nonsending) func f() async {}"),
    ("nonisolated func f() async {}", "nonisolated(nonsending) func f() async {}"),
    ("@concurrent func f() async {}", "nonisolated(nonsending) func f() async {}"),
    (
      "@objc @concurrent public nonisolated func f() async {}", "@objc public nonisolated(nonsending) func f() async {}"
    ),
  ])
  func theFixItWrites(function: String, fixed: String) throws {
    let keyword = try #require(function.firstRange(of: "async "))
    expectRefusal(
      function, AsyncTests.message,
      column: 3 + function.distance(from: function.startIndex, to: keyword.lowerBound),
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt],
      applying: "Add 'nonisolated(nonsending)'", gives: fixed)
  }

  @Test(arguments: [
    "", "let a = 1, b: [String: Int?] = [:]", "var a: Double { 1 }", "var a = \"\" { didSet {} }",
    "static var a: NSObject", "case a, b(Int, URL?)", "lazy var a = 1.5",
  ])
  func aValueOfPlainValuesMayHaveOne(member: String) {
    expectPlain(member, header: "struct A", true)
  }

  @Test(arguments: [
    "let a = NSObject()", "let a: Model", "var a: Any", "var a: [Model]", "var a: Set<Int>", "case a(Model)",
    "@State var a = 1", "var a: Model { didSet {} }",
  ])
  func anotherValueMayNot(member: String) {
    expectPlain(member, header: "struct A", false)
  }

  @Test func aPublicValueMustSaySo() {
    expectPlain("let a = 1", header: "public struct A", false)
    expectPlain("let a = 1", header: "public struct A: Sendable", true)
    expectPlain("let a = Model()", header: "enum A: Error", true)
  }

  private func expectPlain(
    _ member: String, header: String, _ isPlain: Bool, at location: Testing.SourceLocation = #_sourceLocation
  ) {
    let access = header.hasPrefix("public") ? "public " : ""
    let array =
      isPlain ? "[\n      .bind(\"f\", .nothing(), later: {\n          await self.f()\n        }),\n    ]" : "[]"
    let diagnostic = DiagnosticSpec(
      message: AsyncTests.message, line: 4, column: 12,
      fixIts: [FixItSpec(message: "Add 'nonisolated(nonsending)'"), unexposedFixIt])
    expectExpansion(
      "@Exposed\n\(header) {\n  \(member)\n  func f() async {}\n}",
      """
      \(header) {
        \(member)
        func f() async {}

        \(access)nonisolated var exposedFunctions: [ExposedFunction] {
          \(array)
        }
      }

      extension A: nonisolated DSBridge.ExposedInterface {
      }
      """, diagnostics: isPlain ? [] : [diagnostic], at: location)
  }
}
