/// Decides when evaluations are sent to the page. Replaceable: ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Accepts the evaluations of one round of the web view. Each must be passed to `leave` once and in order,
  /// immediately or later, on any thread. Evaluations that are passed together are sent in one message.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}

/// An evaluator that returns the evaluations which are due immediately, so that they are sent in the round that
/// produced them. The default evaluator conforms.
protocol PromptEvaluating: JavaScriptEvaluating {
  /// Accepts the evaluations of a round. Returns those that are sent in this round, in order. Keeps the rest. When
  /// these are due, calls `isDue` on any thread, and the caller must then call ``due()``.
  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation]
  /// Returns whether a single evaluation may be sent now. If so, it counts as a batch, and no other evaluation is sent
  /// for an interval.
  func passes() -> Bool
  /// Returns the batch that is due.
  func due() -> [Evaluation]
}
