/// Decides when evaluations leave for the page. Replaceable: ``Keystone/javaScriptEvaluator``.
public protocol JavaScriptEvaluating: Sendable {
  /// Takes the evaluations that one turn of the web view produced. Each must be passed to `leave` once, in order, now
  /// or later and from any thread; what is passed together leaves in one frame.
  func evaluate(_ evaluations: [Evaluation], leave: @escaping @Sendable ([Evaluation]) -> Void)
}
