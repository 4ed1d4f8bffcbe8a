/// Decides when evaluations are sent to the page. Replaceable: ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Accepts the evaluations of one round of the web view. Each must be passed to `leave` once and in order,
  /// immediately or later, on any thread. Evaluations that are passed together are sent in one message.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}
