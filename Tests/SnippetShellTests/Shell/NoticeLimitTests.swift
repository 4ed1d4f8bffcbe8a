import Testing

@testable import SnippetShell

@Suite(.timeLimit(.minutes(1))) struct NoticeLimitTests {
  @Test func onlyTheFirstExcessIsLogged() {
    var limit = NoticeLimit(2)
    var logged = 0
    func admits(_ count: Int) -> Bool { limit.admits(shown: count) { logged += 1 } }
    #expect(admits(0) && admits(1))
    #expect(!admits(2) && !admits(3))
    #expect(logged == 1)
    // One has gone, but not all.
    #expect(admits(1) && !admits(2))
    #expect(logged == 1)
    #expect(admits(0) && !admits(2))
    #expect(logged == 2)
  }

  @Test func aLongTextIsCut() {
    let text = String(repeating: "é", count: NoticeLimit.titleLength)
    #expect(NoticeLimit.cut(text) == text)
    #expect(NoticeLimit.cut(text + "x") == text + "…")
    #expect(NoticeLimit.cut("abc", 2) == "ab…")
  }
}
