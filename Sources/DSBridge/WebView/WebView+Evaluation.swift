import Logging

/// From what native code wants of the page to the frame that leaves.
extension WebView {
  /// For the document that is shown now.
  func evaluate(_ content: Evaluation.Content, as line: ServerLine) {
    turn.evaluations.append(Evaluation(content: content, line: line, document: document?.id))
  }

  /// Calls and scripts wait for a page that is ready, and keep their order.
  func evaluateWhenReady(_ content: Evaluation.Content, as line: ServerLine) {
    held.append(Evaluation(content: content, line: line, document: nil))
    releaseHeldEvaluations()
  }

  func releaseHeldEvaluations() {
    guard let document, document.isReady, !held.isEmpty else { return }
    for evaluation in held {
      if let id = evaluation.callID { calls.sent(id, to: document.id) }
      turn.evaluations.append(Evaluation(content: evaluation.content, line: evaluation.line, document: document.id))
    }
    held = []
  }

  /// At the end of a round: evaluations go to the evaluator, all else that is due leaves in one frame.
  func endTurn() {
    let ended = turn
    turn = Turn()
    guard let document else { return }
    if !ended.evaluations.isEmpty {
      keystone.javaScriptEvaluator.evaluate(ended.evaluations) { [weak self] batch in
        self?.enqueue { $0.leave(batch) }
      }
    }
    var lines = ended.lines
    if ended.owesAcknowledgement { lines.append(.acknowledgement(document.inbox.taken)) }
    if ended.lines.isEmpty {
      if !lines.isEmpty { document.channel?.send(ServerLine.frame(of: lines)) }
    } else if let frame = self.document?.outbox.add(lines) {
      document.channel?.send(frame)
      limitKept(after: frame.count)
    }
  }

  /// A batch is due: it leaves with this round's frame.
  private func leave(_ batch: [Evaluation]) {
    guard let id = document?.id else { return }
    for evaluation in batch where evaluation.document == id {
      // Given up while it waited for the batch.
      if let call = evaluation.callID, !calls.contains(call) { continue }
      turn.lines.append(evaluation.line)
    }
  }

  /// A document for which too much is kept is gone: its page learns that here, or from the answer to its next hello, and reloads.
  private func limitKept(after size: Int) {
    guard let document else { return }
    // One large answer alone is no reason.
    let isTooLongAway = document.channel == nil && document.keptWhileAway > patience.keptWhileAway
    if document.channel == nil { self.document?.keptWhileAway += size }
    guard isTooLongAway || document.outbox.bytes > patience.unacknowledged else { return }
    logger.warning(
      "too much is kept for a document: it is given up",
      metadata: ["bytes": "\(document.outbox.bytes)", "connected": "\(document.channel != nil)"])
    sayBye(on: document.channel, reason: "gone", message: "The page reads too slowly.", code: 1013)
    close()
  }
}
