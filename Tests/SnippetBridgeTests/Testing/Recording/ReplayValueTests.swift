import SnippetShell
import Testing

@testable import SnippetBridgeTesting

/// The comparison of recorded values with those of a replay.
@Suite(.timeLimit(.minutes(5))) struct ReplayValueTests {
  private func differences(_ old: String, _ new: String, ignoring: [String] = []) -> [String] {
    let ignored = IgnoredValues(ignoring)
    return Props(json: old).differences(to: Props(json: new)) { ignored.ignores("a.b", at: $0) }
      .map { "\($0.path) \($0.old?.excerpt ?? "-") \($0.new?.excerpt ?? "-")" }
  }

  @Test func equalValues() {
    #expect(differences(#"{"a":[1,2.0,null],"b":"x"}"#, #"{"b":"x","a":[1.0,2,null]}"#).isEmpty)
  }

  @Test func eachDifferenceHasItsPath() {
    #expect(differences(#"{"a":[1,{"b":2}]}"#, #"{"a":[1,{"b":3}]}"#) == [".a[1].b 2 3"])
    #expect(differences("[1,2]", "[1]") == ["[1] 2 -"])
    #expect(differences("[]", "[1,2,3]") == ["[0] - 1"])
    #expect(differences(#"{"a":1}"#, #"{"b":1}"#) == [".a 1 -", ".b - 1"])
    #expect(differences("1", "true") == [" 1 true"])
  }

  @Test func maskedSecretsEqualAnything() {
    #expect(differences(#"{"a":"•••"}"#, #"{"a":{"b":1}}"#).isEmpty)
    #expect(differences(#""/a?token=•••&b=1""#, #""/a?token=x&b=1""#).isEmpty)
    #expect(!differences(#""/a?token=•••&b=1""#, #""/a?token=x&b=2""#).isEmpty)
    #expect(!differences(#""/a?token=•••""#, #""/b?token=x""#).isEmpty)
  }

  @Test(arguments: ["a.b", "a.*", "*", "a.b: .x[*].id", "a.b:.x[1].id", "a.*: *.id"])
  func ignoredValues(rule: String) {
    #expect(differences(#"{"x":[0,{"id":1}]}"#, #"{"x":[0,{"id":2}]}"#, ignoring: [rule]).isEmpty)
  }

  @Test(arguments: ["a", "a.c", "b", "a.b: .y", "a.b: .x[0].id", ""])
  func otherRules(rule: String) {
    #expect(!differences(#"{"x":[0,{"id":1}]}"#, #"{"x":[0,{"id":2}]}"#, ignoring: [rule]).isEmpty)
  }
}
