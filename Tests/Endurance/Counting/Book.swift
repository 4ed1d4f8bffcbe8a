import DSBridgeLocks

/// The tallies that Swift keeps of the messages from and to all pages in a run.
final class Book: Sendable {
  private struct State {
    var tallies: [String: SwiftTally] = [:]
    var isQuiet = false
  }

  private let state = Mutex(State())

  /// Stops the sending of new messages.
  func becomeQuiet() {
    state.withLock { $0.isQuiet = true }
  }

  var isQuiet: Bool { state.withLock { $0.isQuiet } }

  /// Returns the tally of the page with this name, and creates it for a new page.
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
