import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct TypeScriptCommentTests {
  private func comment(_ documentation: String, _ parameters: [String: String] = [:]) -> String {
    TypeScriptComment(documentation, parameters: parameters).text(indentation: "  ")
  }

  @Test func oneLineStaysOne() {
    #expect(comment("Adds one.") == "  /** Adds one. */\n")
    #expect(comment("").isEmpty)
  }

  @Test func severalLinesGetTheirStars() {
    #expect(comment("Adds.\n\n  - a\nb") == "  /**\n   * Adds.\n   *\n   *   - a\n   * b\n   */\n")
  }

  @Test(arguments: ["*/ alert(1) /*", "**/", "*/*/", "/* */", "a\n*/"])
  func itDoesNotEndBeforeItsEnd(text: String) {
    let comment = comment(text)
    #expect(comment.ranges(of: "*/").count == 1)
    #expect(comment.hasSuffix("*/\n"))
  }

  @Test func swiftsListsBecomeTags() {
    let text = comment(
      """
      Adds.
      - Parameter x: one
      - Parameters:
        - y: two
        - other: three
      - Returns: the sum
      - Throws: never
      - a point: of a list
      """, ["x": "a", "y": "input.b"])
    #expect(
      text == """
          /**
           * Adds.
           * @param a one
           * @param input.b two
           * @param other three
           * @returns the sum
           * @throws never
           * - a point: of a list
           */

        """)
  }

  @Test func linksToSymbolsBecomeCode() {
    #expect(comment("As ``Point`` and `x`.") == "  /** As `Point` and `x`. */\n")
  }
}
