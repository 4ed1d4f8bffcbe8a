import Shop
import SnippetBridgeTesting
import Testing

/// The results and errors of the till.
@Suite(.timeLimit(.minutes(5))) struct TillTests {
  struct Sale: Encodable {
    var item: String
    var price: Int
  }

  @Test func theTillAdds() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, _ in
      let total = try await page.call("till.total", [3, 4], as: Int.self)
      #expect(total == 7)
    }
  }

  @Test func errorsAreSentencesWithoutPaths() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, _ in
      let missing = await #expect(throws: CallFailure.self) { try await page.call("till.receipt", 1, as: String.self) }
      #expect(missing?.message == "The file doesn’t exist.")
      #expect(missing?.code == "thrown")
      let free = await #expect(throws: CallFailure.self) {
        try await page.call("till.sell", Sale(item: "bread", price: 0), as: Int.self)
      }
      #expect(free?.code == "noPrice")
    }
  }

  @Test func aFunctionCalledThenIsCalledByItsName() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, server in
      let next = try await page.ask("till.then", "bread", as: String.self).value()
      #expect(next == "butter")
      let declarations = try await server.typeScriptDeclarations()
      #expect(declarations.contains("// then: callable only with native.call"))
    }
  }

  @Test func whatIsLeftOutWasNotPassed() async throws {
    try await withTestPage(prepare: Shop().prepare) { page, _ in
      let failure = await #expect(throws: CallFailure.self) { try await page.call("till.total", as: Int.self) }
      #expect(failure?.message == "expected [Int], but nothing was passed (or null)")
      let labelled = await #expect(throws: CallFailure.self) {
        try await page.call("till.sell", ["item": "bread"], as: Int.self)
      }
      #expect(labelled?.message == "expected price: Int, but nothing was passed (or null)")
    }
  }
}
