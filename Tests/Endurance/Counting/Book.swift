import Locks

/// What Swift knows of every page of a run.
final class Book: Sendable {
  private struct State {
    var tallies: [String: SwiftTally] = [:]
    var isQuiet = false
  }

  private let state = Mutex(State())

  /// From now on nothing new is sent.
  func becomeQuiet() {
    state.withLock { $0.isQuiet = true }
  }

  var isQuiet: Bool { state.withLock { $0.isQuiet } }

  /// The tally of a page that says who it is, the first time or again.
  func tally(of name: String) -> SwiftTally {
    state.withLock { state in
      if let tally = state.tallies[name] { return tally }
      let tally = SwiftTally(name: name)
      state.tallies[name] = tally
      return tally
    }
  }

  subscript(name: String) -> SwiftTally? { state.withLock { $0.tallies[name] } }
}
