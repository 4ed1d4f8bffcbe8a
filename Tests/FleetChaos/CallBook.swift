import DSBridge
import DSBridgeLocks

/// A record of calls: how often each one has run, and what its caller was told.
final class CallBook: Sendable {
  private struct State {
    var last = 0
    var runs: [Int: Int] = [:]
    var outcomes: [Int: String] = [:]
    var problems: [String] = []
  }

  /// The outcomes that state that the call has not run.
  private static let notRun: Set<String> = ["notFound", "unreachable"]
  /// The outcomes that state that the call may have run.
  private static let perhapsRun: Set<String> = ["interrupted", "timeout", "pageGone", "cancelled"]

  private let state = Mutex(State())

  /// Returns the number of a new call.
  func begin() -> Int {
    state.withLock { state in
      state.last += 1
      return state.last
    }
  }

  /// Records that a call has run.
  func ran(_ call: Int) { state.withLock { $0.runs[call, default: 0] += 1 } }

  /// Records what the caller was told: `ok` or the code of an error.
  func ended(_ call: Int, _ outcome: String) { state.withLock { $0.outcomes[call] = outcome } }

  /// Returns the number of calls with an outcome.
  func count(of outcome: String) -> Int { state.withLock { $0.outcomes.values.count { $0 == outcome } } }

  func addProblem(_ problem: String) { state.withLock { $0.problems.append(problem) } }

  /// Returns the violations of the promises, and a summary.
  func verdict() -> (problems: [String], summary: String) {
    state.withLock { state in
      var problems = state.problems
      for (call, outcome) in state.outcomes.sorted(by: { $0.key < $1.key }) {
        let runs = state.runs[call, default: 0]
        if runs > 1 { problems.append("call \(call) ran \(runs) times") }
        if outcome == "ok", runs == 0 { problems.append("call \(call) was answered, but has not run") }
        if Self.notRun.contains(outcome), runs > 0 {
          problems.append("call \(call) has run, but failed with \(outcome)")
        }
        if outcome != "ok", !Self.notRun.contains(outcome), !Self.perhapsRun.contains(outcome) {
          problems.append("call \(call) failed with \(outcome)")
        }
      }
      let counts = Dictionary(state.outcomes.values.map { ($0, 1) }, uniquingKeysWith: +)
      let text = counts.sorted { $0.value > $1.value }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
      return (problems, text)
    }
  }
}

extension BridgeError.Code {
  /// The code as a word.
  var word: String { "\(self)" }
}
