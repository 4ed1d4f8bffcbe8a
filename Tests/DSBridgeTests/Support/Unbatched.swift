@testable import DSBridge

/// An evaluator that sends evaluations at once.
struct Unbatched: JavaScriptEvaluating {
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void) {
    leave(evaluations)
  }
}
