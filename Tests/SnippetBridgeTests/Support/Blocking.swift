import DSBridgeLocks
import Dispatch
import SnippetBridge

/// An interface with a function that blocks its thread until the test releases it.
@Exposed
final class Blocking: Sendable {
  private let gate = DispatchSemaphore(value: 0)
  private let counts = Mutex((started: 0, ended: 0))

  func block() -> String {
    counts.withLock { $0.started += 1 }
    gate.wait()
    counts.withLock { $0.ended += 1 }
    return "released"
  }

  /// Returns the numbers of calls of ``block()`` that have started, and that have ended.
  @unexposed
  func calls() -> (started: Int, ended: Int) { counts.withLock { ($0.started, $0.ended) } }

  @unexposed
  func release(_ count: Int) {
    for _ in 0..<count { gate.signal() }
  }
}
