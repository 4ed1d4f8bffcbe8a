import DSBridge
import Testing

@testable import SnippetBridge

/// The masking of secrets in JSON.
@Suite(.timeLimit(.minutes(5))) struct MaskingTests {
  private func masked(_ json: String, names: [String] = [], texts: [String] = []) -> String {
    Masking(names: names, texts: texts).masked(Array(json.utf8)[...])
  }

  @Test(arguments: [
    (#"{"user":"jun","password":"x\"y"}"#, #"{"user":"jun","password":"•••"}"#),
    (#"{"Access_Token":"x","n":1}"#, #"{"Access_Token":"•••","n":1}"#),
    (#"{"pin":1234,"spin":5}"#, #"{"pin":"•••","spin":5}"#),
    (#"{"a":[{"secretKey":{"b":1}}]}"#, #"{"a":[{"secretKey":"•••"}]}"#),
    (#"{"hasPassword":true,"token":null}"#, #"{"hasPassword":true,"token":null}"#),
    (#"{"p\u0061ssword":"x"}"#, #"{"p\u0061ssword":"•••"}"#),
    (#""http://a/b?id=1&token=abc#c""#, #""http://a/b?id=1&token=•••#c""#),
    (#""/b?secret=a&secret=b""#, #""/b?secret=•••&secret=•••""#),
    (#""token=abc""#, #""token=•••""#), (#""a=1;session=abc;b=2""#, #""a=1;session=•••;b=2""#),
    (#""/a#access_token=abc&state=1""#, #""/a#access_token=•••&state=1""#),
    (#""/a?user%5Bpassword%5D=abc&x=1""#, #""/a?user%5Bpassword%5D=•••&x=1""#),
    (#""/a?%70assword=abc""#, #""/a?%70assword=•••""#),
    (#""/a?p\u0061ssword\u003dabc\u0026b=1""#, #""/a?password=•••&b=1""#),
    (#""https://jun:abc@shop.example/a""#, #""https://jun:•••@shop.example/a""#),
    (#""jun@shop.example""#, #""jun@shop.example""#),
    (#""https://shop.example/@jun:a""#, #""https://shop.example/@jun:a""#),
    (#""{\"user\":\"jun\",\"password\":\"abc\"}""#, #""{\"user\":\"jun\",\"password\":\"•••\"}""#),
    (#""{\"a\":1}""#, #""{\"a\":1}""#), (#""{not json: password=abc}""#, #""{not json: password=•••""#),
    (#"{"csrfToken":"x","otp":1,"cardNumber":"4"}"#, #"{"csrfToken":"•••","otp":"•••","cardNumber":"•••"}"#),
    (#" [ 1 , -2.5e3 ] "#, #"[1,-2.5e3]"#), ("{}", "{}"), ("\"password\"", "\"password\""),
  ])
  func secretsAreReplaced(json: String, masked: String) {
    #expect(self.masked(json) == masked)
  }

  @Test(arguments: [
    #"{password:"x"}"#, #"{"password":"x"#, "", "[1", "[1] 2", "{\"a\" 1}", "\"a", "\"a\\", "{\"a\":,}",
  ])
  func textThatIsNotJSONIsReplacedByItsSize(json: String) {
    #expect(masked(json) == "\"(\(json.utf8.count) bytes that are not JSON)\"")
  }

  @Test func deepNestingIsRefused() {
    #expect(masked(String(repeating: "[", count: 100_000)).contains("not JSON"))
  }

  @Test func furtherNamesAndTexts() {
    #expect(masked(#"{"roomKey":"x"}"#, names: ["room-key"]) == #"{"roomKey":"•••"}"#)
    #expect(masked(#"{"a":"is abc"}"#, texts: ["abc", ""]) == #"{"a":"is •••"}"#)
  }

  @Test func aFailureThatQuotesASecretIsMasked() {
    func masked(_ json: String) -> String { Masking().masked(failure: Array(json.utf8)[...]) }
    #expect(masked(#"{"kind":"argument","expected":"Login.pin: Int","got":"\"1234\""}"#) == "\"•••\"")
    let harmless = #"{"kind":"argument","expected":"Login.name: String","got":"1"}"#
    #expect(masked(harmless) == harmless)
  }

  @Test(arguments: ["setPassword", "till.pin", "setPin", "NEW_PIN", "user.getAuthToken", "API_KEY"])
  func namesOfFunctions(name: String) {
    #expect(Masking().isSecret(name))
    for name in ["till.pinned", "spin", "opinion"] { #expect(!Masking().isSecret(name)) }
  }
}
