import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct OutboxTests {
  private func resume(_ number: Int, _ outbox: inout Outbox) -> [String]? {
    outbox.resume(after: number)?.map { String(decoding: $0, as: UTF8.self) }
  }

  private func acknowledge(_ number: Int, _ outbox: inout Outbox) -> Bool {
    outbox.acknowledge(number)
  }

  @Test func framesAreNumberedAndKeptUntilAcknowledged() {
    var outbox = Outbox(sendWindow: 1 << 20)
    let message = outbox.add(MessageBody([.reply(number: 1, "a")]))
    #expect(String(decoding: message, as: UTF8.self) == "message 1\nreply 1 a")
    _ = outbox.add(MessageBody([.reply(number: 2, "b")]))
    #expect(resume(0, &outbox) == ["message 1\nreply 1 a", "message 2\nreply 2 b"])
    #expect(acknowledge(1, &outbox) == true)
    #expect(resume(1, &outbox) == ["message 2\nreply 2 b"])
    #expect(outbox.bytes == "message 2\nreply 2 b".utf8.count)
    #expect(acknowledge(2, &outbox) == true)
    #expect(outbox.bytes == 0)
  }

  @Test func whatWasNeverSentCannotBeAcknowledged() {
    var outbox = Outbox(sendWindow: 1 << 20)
    _ = outbox.add(MessageBody([.reply(number: 1, "a")]))
    #expect(acknowledge(2, &outbox) == false)
    #expect(acknowledge(0, &outbox) == true)
  }

  @Test func whatIsForgottenCannotBeSentAgain() {
    var outbox = Outbox(sendWindow: 1 << 20)
    for number in 1...3 { _ = outbox.add(MessageBody([.reply(number: number, "a")])) }
    #expect(acknowledge(2, &outbox) == true)
    #expect(resume(0, &outbox) == nil)
    #expect(resume(4, &outbox) == nil)
    #expect(resume(2, &outbox)?.count == 1)
  }

  @Test func whatThePageSaysItHasIsForgotten() {
    var outbox = Outbox(sendWindow: 1 << 20)
    for number in 1...3 { _ = outbox.add(MessageBody([.reply(number: number, "a")])) }
    // The acknowledgement of messages 1 and 2 was lost with the connection.
    #expect(resume(2, &outbox) == ["message 3\nreply 3 a"])
    #expect(outbox.bytes == "message 3\nreply 3 a".utf8.count)
    #expect(resume(3, &outbox) == [])
    #expect(outbox.bytes == 0)
  }
}
