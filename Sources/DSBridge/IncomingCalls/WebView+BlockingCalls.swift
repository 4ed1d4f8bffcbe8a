/// Blocking calls. The page's thread waits until such a call is answered.
extension WebView {
  /// The outcome of a blocking call.
  package enum CallOutcome: Sendable {
    /// The answer: one line, `reply` or `fail`.
    case answered([UInt8])
    case malformed(String)
    /// The web view does not show the document of the call, or has stopped showing it.
    case gone
    /// Too many of the page's messages are unprocessed.
    case busy
    /// The call was repeated several times. The newer copies receive the answer.
    case superseded
  }

  /// Receives the wire message of a blocking call: the page's unacknowledged messages, then the call. `completion` is
  /// called once, on any thread, no later than after ``Limits/blockingCallTimeLimit``.
  package nonisolated func answer(
    _ message: PageMessage, of id: DocumentID, weight: Int,
    completion: @escaping @Sendable (CallOutcome) -> Void
  ) {
    guard case .numbered(let number, .call(let method, _)) = message.last else {
      return completion(.malformed("the last line is not a call"))
    }
    let waiter = observed(completion, message, of: id)
    guard let call = ledger.arrive(number, method, of: id, webView: self.id, waiter: waiter) else { return }
    if answerNow(message, number, of: id, as: call) { return }
    guard !enqueueOfPage(.call(message, of: id, as: call), weight: weight) else { return }
    ledger.drop(call, because: .busy)
  }

  /// Passes the message of a blocking call to the ``WireTap``. Returns a waiter that also passes the answer to it.
  private nonisolated func observed(
    _ waiter: @escaping IncomingCall.Waiter, _ message: PageMessage, of id: DocumentID
  ) -> IncomingCall.Waiter {
    guard let tap else { return waiter }
    tap.arrived(message.bytes, of: id)
    return { outcome in
      if case .answered(let line) = outcome { tap.sent(line, to: id) }
      waiter(outcome)
    }
  }

  // MARK: In the queue

  func take(_ message: PageMessage, of id: DocumentID, as call: CallID) {
    // If another document is shown by now, the waiters of this call have already been informed.
    guard let document, document.ordinal == call.document else { return }
    guard !departures.isAbandoned(document.ordinal) else { return ledger.drop(call, because: .gone) }
    tap?.began(call.number, of: id)
    do throws(ProtocolError) {
      try take(message.raw.indices.dropLast(), of: message)
      switch document.inbox.take(call.number) {
      case .new:
        guard case .numbered(_, .call(let method, let arguments)) = message.last else { return }
        document.activity += 1
        document.keepsAnswer = true
        let page = ledger.withCalls { $0.begin(blocking: call) }
        invoke(method, arguments, number: call.number, as: .result, blocking: page)
      case .seen:
        throw ProtocolError("call \(call.number) was already answered")
      case .gap:
        throw ProtocolError("call \(call.number) arrived, but an earlier line is missing")
      }
    } catch {
      ledger.drop(call, because: .malformed(error.problem))
    }
  }
}
