import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct MessageAssemblerTests {
  private func append(
    _ assembler: inout MessageAssembler, _ text: String, isFirst: Bool, isLast: Bool, remaining: Int = 0
  ) -> MessageAssembler.Outcome {
    Array(text.utf8).withUnsafeBytes {
      assembler.append($0, isFirst: isFirst, isLast: isLast, isBinary: false, remaining: remaining)
    }
  }

  @Test func piecesBecomeAMessage() {
    var assembler = MessageAssembler(maximumMessageSize: 10)
    #expect(append(&assembler, "ab", isFirst: true, isLast: false) == .incomplete)
    #expect(append(&assembler, "cd", isFirst: false, isLast: true) == .message(Array("abcd".utf8)))
    #expect(append(&assembler, "", isFirst: true, isLast: true) == .message([]))
  }

  @Test func theLimitCountsWhatIsAnnounced() {
    var assembler = MessageAssembler(maximumMessageSize: 4)
    #expect(append(&assembler, "abcd", isFirst: true, isLast: true) == .message(Array("abcd".utf8)))
    #expect(
      append(&assembler, "a", isFirst: true, isLast: false, remaining: 4)
        == .refused(code: 1009, reason: "the message is larger than 4 bytes"))
    #expect(
      append(&assembler, "a", isFirst: true, isLast: false, remaining: .max)
        == .refused(code: 1009, reason: "the message is larger than 4 bytes"))
  }
}
