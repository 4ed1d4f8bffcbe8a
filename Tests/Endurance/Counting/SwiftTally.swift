import DSBridgeLocks

/// The messages that Swift has sent to one page, and received from it.
final class SwiftTally: Sendable {
  struct State {
    var seen = SequenceCheck()
    /// The number of the last message to the page.
    var sent = 0
    /// The number of messages that the page has answered correctly.
    var answered = 0
    var wrong: [String] = []
    /// The tally that a page in a browser reports after it has received every answer.
    var page: PageTally?
  }

  let name: String
  private let state = Mutex(State())

  init(name: String) {
    self.name = name
  }

  var value: State { state.withLock { $0 } }

  func see(_ number: Int) {
    state.withLock { $0.seen.see(number) }
  }

  func nextNumber() -> Int {
    state.withLock { state in
      state.sent += 1
      return state.sent
    }
  }

  /// Records the page's answer to the message with this number.
  func answer(_ number: Int, with answer: String) {
    state.withLock { state in
      if answer == "\(number)" { state.answered += 1 } else { state.wrong.append("Swift's \(number): \(answer)") }
    }
  }

  func report(_ tally: PageTally) {
    state.withLock { $0.page = tally }
  }
}
