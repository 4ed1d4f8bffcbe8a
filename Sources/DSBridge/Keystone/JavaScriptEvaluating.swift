/// A type that decides when evaluations (calls and scripts for the page) are sent. A program can set its own evaluator
/// as ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Accepts the evaluations that one run of the web view's queue has produced. The evaluator must pass each of them to
  /// `leave` once and in order, immediately or later, on any thread. Evaluations that are passed together are sent in
  /// one message.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}
