import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct InboxTests {
  @Test func eachNumberCountsOnce() {
    var inbox = Inbox()
    let verdicts = [1, 2, 2, 1, 3, 5, 4].map { inbox.take($0) }
    #expect(verdicts == [.new, .new, .seen, .seen, .new, .gap, .new])
    #expect(inbox.taken == 4)
  }
}
