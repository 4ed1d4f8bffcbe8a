import Locks

/// What Swift has sent to one page, and seen of it.
final class SwiftTally: Sendable {
  struct State {
    var seen = SequenceCheck()
    /// The number of the last message to the page.
    var sent = 0
    /// How many of them the page has answered rightly.
    var answered = 0
    var wrong: [String] = []
    /// What a page in a browser has reported at its end.
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

  /// The page has answered the message of this number.
  func answer(_ number: Int, with answer: String) {
    state.withLock { state in
      if answer == "\(number)" { state.answered += 1 } else { state.wrong.append("Swift's \(number): \(answer)") }
    }
  }

  func report(_ tally: PageTally) {
    state.withLock { $0.page = tally }
  }
}
