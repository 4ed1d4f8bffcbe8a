import DSBridgeLocks
import SnippetShell

/// The shells in the order of their creation, and the answers of their users.
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
  /// The native state of the newest shell.
  var native: NativeState { state.withLock { $0.native } }

  func add(_ shell: Shell, _ native: NativeState) {
    state.withLock {
      $0.shells.append(Weak(shell: shell))
      $0.native = native
    }
  }

  /// Returns the shell with this number, from 0, or the newest one if `number` is `nil`.
  func shell(_ number: Int?) -> Shell? {
    state.withLock { state in
      let index = number ?? state.shells.count - 1
      return state.shells.indices.contains(index) ? state.shells[index].shell : nil
    }
  }

  /// The number of shells so far.
  var count: Int { state.withLock { $0.shells.count } }

  func answered(_ text: String) {
    state.withLock { $0.answers.append(text) }
  }

  /// Returns the answers since the last call.
  func takeAnswers() -> [String] {
    state.withLock { state in
      defer { state.answers = [] }
      return state.answers
    }
  }
}
