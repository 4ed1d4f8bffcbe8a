import Testing

@testable import DSBridge

@Suite struct InboxTests {
  @Test func eachNumberCountsOnce() {
    var inbox = Inbox()
    let verdicts = [1, 2, 2, 1, 3, 5, 4].map { inbox.take($0) }
    #expect(verdicts == [.new, .new, .seen, .seen, .new, .gap, .new])
    #expect(inbox.taken == 4)
  }

  @Test func aDuplicateJoinsTheRunningCall() throws {
    var inbox = Inbox()
    _ = inbox.take(1)
    inbox.start(1, waiter: { _ in })
    guard case .joined = inbox.join(1, waiter: { _ in }) else { Issue.record("not joined"); return }
    guard case .byCall(let waiters, let bytes) = inbox.answer(1, with: .reply(number: 1, "6")) else {
      Issue.record("nobody was answered")
      return
    }
    #expect(waiters.count == 2)
    #expect(String(decoding: bytes, as: UTF8.self) == "reply 1 6")
  }

  @Test func aLateDuplicateGetsTheOpenCall() {
    var inbox = Inbox()
    _ = inbox.take(1)
    inbox.start(1, waiter: { _ in })
    _ = inbox.answer(1, with: .reply(number: 1, "6"))
    guard case .answered(let bytes) = inbox.join(1, waiter: { _ in }) else { Issue.record("no record"); return }
    #expect(String(decoding: bytes, as: UTF8.self) == "reply 1 6")
  }

  @Test func theRecordGoesWhenThePageGoesOn() {
    var inbox = Inbox()
    _ = inbox.take(1)
    inbox.start(1, waiter: { _ in })
    _ = inbox.answer(1, with: .reply(number: 1, "6"))
    _ = inbox.take(2)
    guard case .forgotten = inbox.join(1, waiter: { _ in }) else { Issue.record("still there"); return }
  }

  @Test func anAnswerThatThePageHasGivenUpIsNotRecorded() {
    var inbox = Inbox()
    _ = inbox.take(1)
    inbox.start(1, waiter: { _ in })
    _ = inbox.take(2)
    guard case .byCall = inbox.answer(1, with: .reply(number: 1, "6")) else {
      Issue.record("nobody was answered"); return
    }
    guard case .forgotten = inbox.join(1, waiter: { _ in }) else { Issue.record("recorded"); return }
  }

  @Test func onlyTheFirstAnswerCounts() {
    var inbox = Inbox()
    _ = inbox.take(1)
    inbox.start(1, waiter: nil)
    guard case .bySocket = inbox.answer(1, with: .reply(number: 1, "1")) else { Issue.record("not sent"); return }
    guard case .late = inbox.answer(1, with: .reply(number: 1, "2")) else { Issue.record("sent twice"); return }
  }
}
