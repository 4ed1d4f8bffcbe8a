/// A type that decides when evaluations are sent to the page. A program can replace it with
/// ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Accepts the evaluations from one round of the web view. The evaluator must pass each of them to `leave` once and
  /// in order, immediately or later, on any thread. Evaluations that are passed together are sent in one message.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}
