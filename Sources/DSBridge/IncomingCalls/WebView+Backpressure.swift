/// Backpressure: the bridge reads a sequence no faster than the page receives the elements.
extension WebView {
  /// Waits until all earlier output has been recorded and the document with this ordinal (its position among the web
  /// view's documents) has room for more output. Does not wait for room if newer values replace older ones.
  nonisolated(nonsending) func catchUp(_ ordinal: Int, isReplaceable: Bool) async {
    let ticket = PausedReaders.Ticket()
    let hasRoom = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enqueue { $0.pause(continuation, ticket, until: ordinal, isReplaceable: isReplaceable) }
      }
    } onCancel: {
      // The ticket is marked as cancelled before this item is queued. The reader therefore resumes even if this item is
      // processed before the item that pauses the reader.
      ticket.cancel()
      enqueue { $0.readers.resume(ticket) }
    }
    // The bytes that are reserved for this reader must not be released before its output is counted. The task continues
    // on Swift's own thread pool, possibly several rounds of the queue after it was resumed. Therefore the reader
    // itself records here that it runs.
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

  /// Resumes the tasks that wait for room, as far as there is room now. Called at the end of each run of the queue.
  func readOn() {
    if let document { readers.resume(within: document.room) }
  }
}
