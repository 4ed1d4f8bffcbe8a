/// The batch that is being written: what one round of the queue has for the page. It leaves at the end of the round, in
/// one frame.
struct Batch {
  /// Answers to awaited calls, and events.
  var body = FrameBody()
  /// The calls whose last values are in the body, where they have a record.
  var settled: [Int] = []
  /// For the evaluator.
  private(set) var evaluations: [Evaluation] = []
  /// Evaluations that the evaluator lets go: they leave with this batch.
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

  /// It leaves with the body.
  mutating func add(toBody evaluation: Evaluation) {
    body.add(evaluation.line)
    if let call = evaluation.settledCall { settled.append(call) }
  }
}
