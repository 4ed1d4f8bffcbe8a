import DSBridge

/// Functions that return several values, until they end, fail or are cancelled.
@Exposed
final class Sequences {
  private let endings = Record<String>()

  /// Returns 1, 2, 3, … up to `last`.
  func count(to last: Int) -> AsyncStream<Int> {
    AsyncStream { continuation in
      for number in stride(from: 1, through: last, by: 1) { continuation.yield(number) }
      continuation.finish()
    }
  }

  /// Returns 1 and 2, and then throws an error.
  func failing() -> AsyncThrowingStream<Int, any Error> {
    AsyncThrowingStream { continuation in
      continuation.yield(1)
      continuation.yield(2)
      continuation.finish(throwing: OutOfPaper.outOfPaper)
    }
  }

  /// Returns 1, 2, 3, … without an end.
  func endless() -> AsyncStream<Int> {
    AsyncStream { [endings] continuation in
      let task = Task {
        for number in 1... {
          continuation.yield(number)
          guard (try? await Task.sleep(for: .milliseconds(10))) != nil else { return }
        }
      }
      continuation.onTermination = { _ in
        task.cancel()
        endings.append("endless")
      }
    }
  }

  /// Returns the number of times that `endless` was cancelled.
  func timesEnded() -> Int { endings.elements.count }
}
