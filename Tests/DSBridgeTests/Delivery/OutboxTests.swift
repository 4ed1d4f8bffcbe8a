import Testing

@testable import DSBridge

@Suite struct OutboxTests {
  private func text(_ frames: ArraySlice<[UInt8]>?) -> [String]? {
    frames?.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func framesAreNumberedAndKeptUntilAcknowledged() {
    var outbox = Outbox()
    #expect(String(decoding: outbox.add([.reply(number: 1, "a")]), as: UTF8.self) == "frame 1\nreply 1 a")
    _ = outbox.add([.reply(number: 2, "b")])
    #expect(text(outbox.frames(after: 0)) == ["frame 1\nreply 1 a", "frame 2\nreply 2 b"])
    #expect(outbox.acknowledge(1))
    #expect(text(outbox.frames(after: 1)) == ["frame 2\nreply 2 b"])
    #expect(text(outbox.frames(after: 2)) == [])
    #expect(outbox.bytes == "frame 2\nreply 2 b".utf8.count)
    #expect(outbox.acknowledge(2))
    #expect(outbox.bytes == 0)
  }

  @Test func whatWasNeverSentCannotBeAcknowledged() {
    var outbox = Outbox()
    _ = outbox.add([.reply(number: 1, "a")])
    #expect(!outbox.acknowledge(2))
    #expect(outbox.acknowledge(0))
  }

  @Test func whatIsForgottenCannotBeSentAgain() {
    var outbox = Outbox()
    for number in 1...3 { _ = outbox.add([.reply(number: number, "a")]) }
    #expect(outbox.acknowledge(2))
    #expect(outbox.frames(after: 0) == nil)
    #expect(outbox.frames(after: 4) == nil)
    #expect(outbox.frames(after: 2)?.count == 1)
  }
}
