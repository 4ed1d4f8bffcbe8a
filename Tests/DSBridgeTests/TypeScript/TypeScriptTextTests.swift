import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct TypeScriptTextTests {
  @Test(arguments: [
    ("name", "name"), ("$a_1", "$a_1"), ("größe", "größe"), ("default", "default"), ("", #""""#), ("1a", #""1a""#),
    ("a-b", #""a-b""#), ("it's", #""it's""#), ("a\"b\\", #""a\"b\\""#), ("a\nb", #""a\nb""#), ("👍", #""👍""#),
    ("*/", #""*/""#),
  ])
  func aMembersNameIsQuotedUnlessItIsAnIdentifier(name: String, key: String) {
    #expect(TypeScriptText.key(name) == key)
  }

  @Test(arguments: [
    ("input", "input"), ("in", "in_"), ("options", "options_"), ("arguments", "arguments_"), ("two words", "two_words"),
    ("1st", "_1st"), ("", "_"), ("größe", "größe"), ("a👍", "a_"),
  ])
  func aParametersNameIsAllowed(name: String, parameter: String) {
    #expect(TypeScriptText.parameter(name) == parameter)
  }
}
