import Dispatch
import SnippetBridge

/// An interface with a function that blocks its thread until the test releases it.
@Exposed
final class Blocking: Sendable {
  private let gate = DispatchSemaphore(value: 0)

  func block() -> String {
    gate.wait()
    return "released"
  }

  @unexposed
  func release(_ count: Int) {
    for _ in 0..<count { gate.signal() }
  }
}
