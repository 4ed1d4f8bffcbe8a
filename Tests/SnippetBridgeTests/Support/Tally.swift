import DSBridgeLocks

/// A counter for use from any thread.
final class Tally: Sendable {
  private let count = Mutex(0)

  /// Increments the counter and returns it: 1, 2, 3, …
  func next() -> Int {
    count.withLock { count in
      count += 1
      return count
    }
  }

  var value: Int { count.withLock { $0 } }
}
