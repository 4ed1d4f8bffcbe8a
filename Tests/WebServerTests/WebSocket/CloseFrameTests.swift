import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct CloseFrameTests {
  private func parse(_ body: [UInt8]) -> CloseFrame { body.withUnsafeBytes { CloseFrame(body: $0) } }

  private func parse(code: UInt16, _ reason: [UInt8] = []) -> CloseFrame {
    parse([UInt8(code >> 8), UInt8(code & 0xFF)] + reason)
  }

  private func refusal(_ frame: CloseFrame) -> UInt16? {
    if case .refused(let code, _) = frame { code } else { nil }
  }

  @Test func aFrameMayHaveACodeAndAReason() {
    #expect(parse([]) == .valid(code: 1005, reason: ""))
    #expect(parse(code: 1000) == .valid(code: 1000, reason: ""))
    #expect(parse(code: 4321, Array("tschüß".utf8)) == .valid(code: 4321, reason: "tschüß"))
  }

  @Test func halfACodeIsRefusedWith1002() {
    #expect(refusal(parse([3])) == 1002)
  }

  @Test(arguments: [0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, .max])
  func codesThatAreNotAllowedAreRefusedWith1002(_ code: UInt16) {
    #expect(refusal(parse(code: code)) == 1002)
  }

  @Test(arguments: [1000, 1003, 1007, 1014, 3000, 4999]) func otherCodesAreValid(_ code: UInt16) {
    #expect(parse(code: code) == .valid(code: code, reason: ""))
  }

  @Test func aReasonThatIsNotUTF8IsRefusedWith1007() {
    #expect(refusal(parse(code: 1000, [0x61, 0xC3])) == 1007)
    #expect(refusal(parse(code: 1000, [0xED, 0xA0, 0x80])) == 1007)
  }
}
