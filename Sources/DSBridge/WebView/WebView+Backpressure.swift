/// What reads a sequence for a page goes no faster than the page.
extension WebView {
  /// Returns when all that was sent for the document before has its place, and, unless newer values replace it, when the page is not behind.
  nonisolated(nonsending) func catchUp(_ id: DocumentID, isReplaceable: Bool) async {
    let ticket = PausedReaders.Ticket()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue { $0.pause(continuation, ticket, until: id, isReplaceable: isReplaceable) }
      }
    } onCancel: {
      // In this order: whichever item of the queue comes first, the reader goes on.
      ticket.cancel()
      enqueue { $0.readers.resume(ticket) }
    }
  }

  private func pause(
    _ continuation: CheckedContinuation<Void, Never>, _ ticket: PausedReaders.Ticket, until id: DocumentID,
    isReplaceable: Bool
  ) {
    guard let document, document.id == id, document.unsent + turn.weight > document.outbox.window, !isReplaceable,
      !ticket.isCancelled
    else { return continuation.resume() }
    readers.add(ticket, continuation)
  }
}
