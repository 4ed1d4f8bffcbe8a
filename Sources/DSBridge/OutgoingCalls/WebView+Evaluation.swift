import Logging

/// The path of an evaluation from native code to the wire message that carries it.
extension WebView {
  /// Adds an evaluation for the document that is shown now. If the evaluation is the last value of a page's call,
  /// `number` is the number of that call.
  func evaluate(
    _ content: Evaluation.Content, as line: ServerLine, settling number: Int? = nil,
    replacing key: Evaluation.Key? = nil
  ) {
    guard let document else { return }
    document.batch.add(Evaluation(content: content, line: line, document: document.id, settledCall: number, key: key))
  }

  /// Adds a call or a script, which waits until the page is ready. Calls and scripts keep their order.
  func evaluateWhenReady(_ content: Evaluation.Content, as line: ServerLine, replacing key: Evaluation.Key?) {
    let evaluation = Evaluation(content: content, line: line, document: nil, key: key)
    guard let document, document.isReady, pageCalls.held.isEmpty else {
      return forgetCall(of: pageCalls.held.add(evaluation))
    }
    add(evaluation, to: document)
  }

  func releaseHeldEvaluations() {
    guard let document, document.isReady else { return }
    while let evaluation = pageCalls.held.popFirst() { add(evaluation, to: document) }
  }

  private func add(_ evaluation: Evaluation, to document: Document) {
    var evaluation = evaluation
    if let id = evaluation.callID { pageCalls.sent(id, to: document.id) }
    evaluation.document = document.id
    document.batch.add(evaluation)
  }

  /// Sends the output of a round, one run of the web view's queue. Passes evaluations to the evaluator, and sends
  /// everything else that is due in one wire message.
  func flush() {
    guard let document else { return ledger.endRound(nil, after: 0) }
    var ended = Batch()
    swap(&ended, &document.batch)
    let prompt = ended.evaluations.isEmpty ? [] : pass(ended, of: document)
    // Evaluations that are sent immediately follow the answers and acknowledgements in a separate wire message.
    let isAlone = ended.body.isEmpty && !ended.owesAcknowledgement
    send(&ended, with: place(isAlone ? ended.due + prompt : ended.due, for: document), to: document)
    if !isAlone, !prompt.isEmpty {
      var second = Batch()
      send(&second, with: place(prompt, for: document), to: document)
    }
    ended.body.removeAll()
    swap(&ended.body, &document.batch.body)
    limitKept(document)
    readers.resume(within: document.room)
    if let observer { document.reportWaiting(to: observer) }
  }

  /// Passes the evaluations to the evaluator, which decides when they are sent. Returns those that are sent in this
  /// round.
  private func pass(_ ended: Batch, of document: Document) -> [Evaluation] {
    document.evaluating += ended.weight
    if let evaluator = plainKeystone?.promptEvaluator {
      return evaluator.add(ended.evaluations) { [weak self] in
        self?.perform { $0.document?.batch.due += evaluator.due() }
      }
    }
    keystone.javaScriptEvaluator.evaluate(ended.evaluations) { [weak self] batch in
      self?.perform { $0.document?.batch.due += batch }
    }
    return []
  }

  private func send(_ ended: inout Batch, with evaluation: Evaluation?, to document: Document) {
    // Without a connection, evaluations are not put into a message yet, because waiting evaluations can still be
    // replaced.
    if let evaluation {
      ended.add(toBody: evaluation)
    } else if document.channel != nil, !document.outbox.waiting.isEmpty {
      for evaluation in document.outbox.takeWaiting(all: !takesCalls) { ended.add(toBody: evaluation) }
    }
    let isNumbered = !ended.body.isEmpty
    if ended.owesAcknowledgement { ended.body.add(.acknowledgement(document.inbox.taken)) }
    if isNumbered {
      let message = document.outbox.add(ended.body)
      observer?.batchLeft(message.count)
      tap?.sent(message, to: document.id)
      ledger.endRound(message, settling: ended.settled, after: document.inbox.taken)
    } else {
      let message = ended.body.isEmpty ? nil : ended.body.unnumbered
      if let tap, let message { tap.sent(message, to: document.id) }
      ledger.endRound(message, isNumbered: false, after: document.inbox.taken)
    }
  }

  /// Appends each evaluation of a due batch to the waiting evaluations. These are sent in this round's wire message, or
  /// when the page has acknowledged enough data. If there is only one evaluation and it can be sent now, returns it
  /// instead of appending it.
  private func place(_ batch: [Evaluation], for document: Document) -> Evaluation? {
    for evaluation in batch where evaluation.document == document.id {
      document.evaluating -= evaluation.weight
      // Skips a call that was cancelled or timed out while it waited for the batch.
      if let call = evaluation.callID, !pageCalls.contains(call) { continue }
      if batch.count == 1, document.channel != nil, document.outbox.isFree { return evaluation }
      let replaced = document.outbox.waiting.add(evaluation)
      forgetCall(of: replaced)
      // If the replaced evaluation was the last value of its call, sending the newer one settles that call.
      if let call = replaced?.settledCall { document.batch.settled.append(call) }
    }
    return nil
  }

  /// Removes the record of a replaced evaluation's call. This is safe, because no caller waits for the answer to such a
  /// call.
  private func forgetCall(of replaced: Evaluation?) {
    if let call = replaced?.callID { _ = pageCalls.remove(call) }
  }

  /// Gives up a document if the messages that are kept for it exceed a limit. The page is informed by a `bye`, now or
  /// when it sends its next `hello`, and then reloads.
  private func limitKept(_ document: Document) {
    let isTooLongAway = document.grew(beyond: limits.offlineBacklogLimit)
    let kept = document.kept
    if kept < limits.maximumUnacknowledgedSize / 2 { pageCalls.hasReportedSlowPage = false }
    guard isTooLongAway || kept + document.evaluating > limits.maximumUnacknowledgedSize else { return }
    logger.warning(
      "a document was given up: its backlog exceeds the limit",
      metadata: ["bytes": "\(kept)", "connected": "\(document.channel != nil)"])
    guard !document.hasSaidBye else { return }
    document.hasSaidBye = true
    ledger.sayBye(.tooSlow)
    // The web view ends in a later round, because this one has not ended and may run on an event loop.
    perform { $0.finish() }
  }
}
