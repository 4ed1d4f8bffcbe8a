/// What one round of the queue produces; it leaves at the end of the round, in one frame.
struct Turn {
  /// Answers to awaited calls, and events.
  var body = FrameBody()
  /// Of the body, what ends calls that may be among the ``AcceptedCalls``.
  var settled: [ServerLine] = []
  /// For the evaluator.
  private(set) var evaluations: [Evaluation] = []
  /// Evaluations whose batch is due: they leave with this turn.
  var due: [Evaluation] = []
  /// Of the evaluations, in bytes.
  private(set) var weight = 0
  /// Messages were taken that the page does not know to be taken.
  var owesAcknowledgement = false

  var isEmpty: Bool { body.isEmpty && evaluations.isEmpty && due.isEmpty && !owesAcknowledgement }

  mutating func add(_ evaluation: Evaluation) {
    evaluations.append(evaluation)
    weight += evaluation.line.weight
  }
}
