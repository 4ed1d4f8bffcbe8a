import Testing

@Suite(.timeLimit(.minutes(5))) struct StaticTests {
  private let message = "A static function cannot be exposed: pages can only call instance functions"

  @Test func itIsRefused() {
    expectRefusal(
      "static func f() {}", message, column: 3, fixIts: [FixItSpec(message: "Remove 'static'"), unexposedFixIt])
    expectRefusal(
      "public class func f() {}", message, column: 10, fixIts: [FixItSpec(message: "Remove 'class'"), unexposedFixIt])
  }

  @Test func theFixItsHideItOrMakeItAFunctionOfAValue() {
    let fixIts = [FixItSpec(message: "Remove 'static'"), unexposedFixIt]
    expectRefusal(
      "/** Says f. */ public static func f() {}", message, column: 25, in: "enum A", fixIts: fixIts,
      applying: "Add '@unexposed'", gives: "/** Says f. */ @unexposed public static func f() {}")
    expectRefusal(
      "/** Says f. */ static func f() {}", message, column: 18, in: "enum A", fixIts: fixIts,
      applying: "Remove 'static'", gives: "/** Says f. */ func f() {}")
  }
}
