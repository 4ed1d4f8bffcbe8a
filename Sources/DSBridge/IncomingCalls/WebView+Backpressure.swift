/// What reads a sequence for a page goes no faster than the page.
extension WebView {
  /// Returns when all that was sent before for the document of that place has its place, and when there is room for
  /// more. It does not wait for room where newer values replace older ones.
  nonisolated(nonsending) func catchUp(_ ordinal: Int, isReplaceable: Bool) async {
    let ticket = PausedReaders.Ticket()
    let hasRoom = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue { $0.pause(continuation, ticket, until: ordinal, isReplaceable: isReplaceable) }
      }
    } onCancel: {
      // In this order: whichever item of the queue comes first, the reader goes on.
      ticket.cancel()
      enqueue { $0.readers.resume(ticket) }
    }
    // The task has come by way of Swift's own threads, maybe rounds after it was let go on.
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

  /// At the end of a round.
  func readOn() {
    if let document { readers.resume(within: document.room) }
  }
}
