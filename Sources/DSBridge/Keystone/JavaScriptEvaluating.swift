/// A type that decides when evaluations are sent to the page. A program can replace it with
/// ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Accepts the evaluations from one round of the web view. The evaluator must pass each of them to `leave` once and
  /// in order, immediately or later, on any thread. Evaluations that are passed together are sent in one message.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}

/// An evaluator that directly returns the evaluations that are due immediately, so that they are sent in the round that
/// produced them. The default evaluator conforms.
protocol PromptEvaluating: JavaScriptEvaluating {
  /// Accepts the evaluations of a round. Returns, in order, the evaluations to send in this round, and keeps the
  /// others. When these are due, calls `isDue` on any thread, and the caller must then call ``due()``.
  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation]
  /// Returns whether a single evaluation may be sent now. If so, it counts as a batch, so no other evaluation is sent
  /// until the interval has passed.
  func passes() -> Bool
  /// Returns the batch that is due.
  func due() -> [Evaluation]
}
