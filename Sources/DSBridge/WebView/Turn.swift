/// What one round of the queue produces; it leaves at the end of the round, in one frame.
struct Turn {
  /// Answers to awaited calls, events, and evaluations whose batch is due.
  var lines: [ServerLine] = []
  /// For the evaluator.
  var evaluations: [Evaluation] = []
  /// Messages were taken that the page does not know to be taken.
  var owesAcknowledgement = false
}
