import Logging

/// From what native code wants of the page to the frame that leaves.
extension WebView {
  /// For the document that is shown now.
  func evaluate(_ content: Evaluation.Content, as line: ServerLine, replacing key: Evaluation.Key? = nil) {
    turn.add(Evaluation(content: content, line: line, document: document?.id, key: key))
  }

  /// Calls and scripts wait for a page that is ready, and keep their order.
  func evaluateWhenReady(_ content: Evaluation.Content, as line: ServerLine, replacing key: Evaluation.Key?) {
    var evaluation = Evaluation(content: content, line: line, document: nil, key: key)
    guard let document, document.isReady, held.isEmpty else {
      return forgetCall(of: held.add(evaluation))
    }
    if let id = evaluation.callID { calls.sent(id, to: document.id) }
    evaluation.document = document.id
    turn.add(evaluation)
  }

  func releaseHeldEvaluations() {
    guard let document, document.isReady else { return }
    while var evaluation = held.popFirst() {
      if let id = evaluation.callID { calls.sent(id, to: document.id) }
      evaluation.document = document.id
      turn.add(evaluation)
    }
  }

  /// At the end of a round: evaluations go to the evaluator, all else that is due leaves in one frame.
  func endTurn() {
    var ended = Turn()
    swap(&ended, &turn)
    guard document != nil else { return accepted.end([], in: nil) }
    let prompt = ended.evaluations.isEmpty ? [] : pass(ended)
    // What leaves at once does so after answers and acknowledgements, in a frame of its own.
    let isAlone = ended.body.isEmpty && !ended.owesAcknowledgement
    send(&ended, with: place(isAlone ? ended.due + prompt : ended.due))
    if !isAlone, !prompt.isEmpty {
      var second = Turn()
      send(&second, with: place(prompt))
    }
    ended.body.removeAll()
    swap(&ended.body, &turn.body)
    limitKept()
    readOn()
  }

  /// To the evaluator. What leaves with this turn.
  private func pass(_ ended: Turn) -> [Evaluation] {
    document?.evaluating += ended.weight
    if let evaluator = plainKeystone?.promptEvaluator {
      return evaluator.add(ended.evaluations) { [weak self] in
        self?.enqueue { $0.turn.due += evaluator.due() }
      }
    }
    keystone.javaScriptEvaluator.evaluate(ended.evaluations) { [weak self] batch in
      self?.enqueue { $0.turn.due += batch }
    }
    return []
  }

  private func send(_ ended: inout Turn, with line: ServerLine?) {
    guard let taken = document?.inbox.taken else { return }
    let channel = document?.channel
    // Without a connection nothing would be gained, and what waits can still be replaced.
    if let line {
      ended.body.add(line)
      ended.settled.append(line)
    } else if channel != nil, document?.outbox.waiting.isEmpty == false,
      let waiting = document?.outbox.takeWaiting(all: isShuttingDown)
    {
      for line in waiting { ended.body.add(line) }
      ended.settled += waiting
    }
    let isNumbered = !ended.body.isEmpty
    if ended.owesAcknowledgement { ended.body.add(.acknowledgement(taken)) }
    if isNumbered {
      accepted.end(ended.settled, in: document?.outbox.add(ended.body))
    } else {
      accepted.end([], in: nil)
      if !ended.body.isEmpty { channel?.send(ended.body.unnumbered) }
    }
  }

  /// A batch is due: each evaluation waits for this round's frame, or for the page to catch up. The line of a single
  /// one that does neither.
  private func place(_ batch: [Evaluation]) -> ServerLine? {
    guard let id = document?.id else { return nil }
    for evaluation in batch where evaluation.document == id {
      document?.evaluating -= evaluation.line.weight
      // Given up while it waited for the batch.
      if let call = evaluation.callID, !calls.contains(call) { continue }
      if batch.count == 1, document?.channel != nil, document?.outbox.isFree == true { return evaluation.line }
      forgetCall(of: document?.outbox.wait(evaluation))
    }
    return nil
  }

  /// A newer one has taken its place: nobody waits for what the page would answer.
  private func forgetCall(of replaced: Evaluation?) {
    if let call = replaced?.callID { _ = calls.remove(call) }
  }

  /// A document for which too much is kept is gone: its page learns that here, or from the answer to its next hello,
  /// and reloads.
  private func limitKept() {
    guard let isTooLongAway = document?.grew(beyond: limits.maximumKeptSize), let kept = document?.kept,
      let evaluating = document?.evaluating
    else { return }
    if kept < limits.maximumUnacknowledgedSize / 2 { hasToldOfRefusal = false }
    guard isTooLongAway || kept + evaluating > limits.maximumUnacknowledgedSize else { return }
    let channel = document?.channel
    logger.warning(
      "too much is kept for a document: it is given up",
      metadata: ["bytes": "\(kept)", "connected": "\(channel != nil)"])
    sayBye(on: channel, reason: "gone", message: "The page reads too slowly.", code: 1013)
    close()
  }
}
