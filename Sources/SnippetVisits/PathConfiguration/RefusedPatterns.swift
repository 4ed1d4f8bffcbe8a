import DSBridgeLocks

/// The patterns of a configuration that matching has abandoned, because it took too long. They match no path any more.
///
/// The time for a pattern such as `(a+)+$` can grow exponentially with the length of the path. A shell waits for its
/// rules, so it would not respond during this time.
final class RefusedPatterns: Sendable {
  private struct State {
    var all: Set<String> = []
    var unreported: [String] = []
  }

  private let state = Mutex(State())

  /// Returns whether a pattern was refused.
  func contains(_ pattern: String) -> Bool { state.withLock { $0.all.contains(pattern) } }

  /// The maximum number of reports of progress that the matcher makes for a pattern: one at each position of the path,
  /// and one after each 10,000 steps, which take about 0.2 ms. If a configuration has many patterns above this limit,
  /// each further one gets less time.
  func progressLimit(for length: Int) -> Int { length + state.withLock { $0.all.count < 10 ? 100 : 2 } }

  /// Refuses a pattern from now on.
  func insert(_ pattern: String) {
    state.withLock { state in
      if state.all.insert(pattern).inserted { state.unreported.append(pattern) }
    }
  }

  /// Returns the patterns that were refused since the last call.
  func takeUnreported() -> [String] {
    state.withLock { state in
      defer { state.unreported = [] }
      return state.unreported
    }
  }
}
