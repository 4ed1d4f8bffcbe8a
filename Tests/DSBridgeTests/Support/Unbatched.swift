@testable import DSBridge

/// Lets evaluations leave at once.
struct Unbatched: JavaScriptEvaluating {
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    leave(evaluations)
  }
}
