/// Backpressure: a sequence is read no faster than its page receives the elements.
extension WebView {
  /// Returns when all earlier output has been recorded and the document with this ordinal has room for more. Does not
  /// wait for room if newer values replace older ones.
  nonisolated(nonsending) func catchUp(_ ordinal: Int, isReplaceable: Bool) async {
    let ticket = PausedReaders.Ticket()
    let hasRoom = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue { $0.pause(continuation, ticket, until: ordinal, isReplaceable: isReplaceable) }
      }
    } onCancel: {
      // The ticket is marked as cancelled before the item is queued, so the reader resumes even if this item is
      // processed before the one that pauses the reader.
      ticket.cancel()
      enqueue { $0.readers.resume(ticket) }
    }
    // A continuation resumes through Swift's own pool, so the task may continue several rounds later. In the round in
    // which the task continues, this item records that its reader runs.
    if hasRoom { enqueue { $0.readers.hasGoneOn() } }
  }

  private func pause(
    _ continuation: CheckedContinuation<Bool, Never>, _ ticket: PausedReaders.Ticket, until ordinal: Int,
    isReplaceable: Bool
  ) {
    guard document?.ordinal == ordinal, !isReplaceable, !ticket.isCancelled else {
      return continuation.resume(returning: false)
    }
    readers.add(ticket, continuation)
  }

  /// Resumes paused readers. Called at the end of a round.
  func readOn() {
    if let document { readers.resume(within: document.room) }
  }
}
