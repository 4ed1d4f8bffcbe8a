/// What the web view asks of the default evaluator: what leaves at once is given back at once, so that it leaves with
/// the turn that produced it.
protocol PromptEvaluating: JavaScriptEvaluating {
  /// Takes the evaluations of a turn. Gives back what leaves with it, in order; for the rest, `isDue` is called when
  /// ``due()`` is to be asked, on any thread.
  func add(_ evaluations: [Evaluation], isDue: @escaping @Sendable () -> Void) -> [Evaluation]
  /// Whether a single evaluation leaves now, and no other for an interval.
  func passes() -> Bool
  /// The batch that leaves now.
  func due() -> [Evaluation]
}
