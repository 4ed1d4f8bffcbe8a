import Testing

@testable import DSBridge

@Suite struct OutboxTests {
  private func text(_ frames: ArraySlice<[UInt8]>?) -> [String]? {
    frames?.map { String(decoding: $0, as: UTF8.self) }
  }

  private func acknowledge(_ number: Int, _ outbox: inout Outbox) -> Bool {
    outbox.acknowledge(number)
  }

  @Test func framesAreNumberedAndKeptUntilAcknowledged() {
    var outbox = Outbox()
    let frame = outbox.add([.reply(number: 1, "a")])
    #expect(String(decoding: frame, as: UTF8.self) == "frame 1\nreply 1 a")
    _ = outbox.add([.reply(number: 2, "b")])
    #expect(text(outbox.frames(after: 0)) == ["frame 1\nreply 1 a", "frame 2\nreply 2 b"])
    #expect(acknowledge(1, &outbox) == true)
    #expect(text(outbox.frames(after: 1)) == ["frame 2\nreply 2 b"])
    #expect(text(outbox.frames(after: 2)) == [])
    #expect(outbox.bytes == "frame 2\nreply 2 b".utf8.count)
    #expect(acknowledge(2, &outbox) == true)
    #expect(outbox.bytes == 0)
  }

  @Test func whatWasNeverSentCannotBeAcknowledged() {
    var outbox = Outbox()
    _ = outbox.add([.reply(number: 1, "a")])
    #expect(acknowledge(2, &outbox) == false)
    #expect(acknowledge(0, &outbox) == true)
  }

  @Test func whatIsForgottenCannotBeSentAgain() {
    var outbox = Outbox()
    for number in 1...3 { _ = outbox.add([.reply(number: number, "a")]) }
    #expect(acknowledge(2, &outbox) == true)
    #expect(outbox.frames(after: 0) == nil)
    #expect(outbox.frames(after: 4) == nil)
    #expect(outbox.frames(after: 2)?.count == 1)
  }
}
