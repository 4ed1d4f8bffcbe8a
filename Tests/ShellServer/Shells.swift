import Locks
import SnippetShell

/// The shells in the order in which they came, and what their users have answered.
final class Shells: Sendable {
  private struct State {
    var shells: [Weak] = []
    var answers: [String] = []
    var native = NativeState()
  }
  private struct Weak {
    weak var shell: Shell?
  }
  private let state = Mutex(State())
  /// Of the newest shell.
  var native: NativeState { state.withLock { $0.native } }

  func add(_ shell: Shell, _ native: NativeState) {
    state.withLock {
      $0.shells.append(Weak(shell: shell))
      $0.native = native
    }
  }

  /// By its number, from 0; the newest without one.
  func shell(_ number: Int?) -> Shell? {
    state.withLock { state in
      let index = number ?? state.shells.count - 1
      return state.shells.indices.contains(index) ? state.shells[index].shell : nil
    }
  }

  /// How many there have been.
  var count: Int { state.withLock { $0.shells.count } }

  func answered(_ text: String) {
    state.withLock { $0.answers.append(text) }
  }

  /// What was answered since the last time.
  func takeAnswers() -> [String] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }
}
