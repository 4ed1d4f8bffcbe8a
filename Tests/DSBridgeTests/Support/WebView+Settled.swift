@testable import DSBridge

extension WebView {
  /// Waits until the web view has processed all messages and calls so far, and the work that they have queued directly.
  nonisolated func settled() async {
    for _ in 1...3 {
      let (ends, end) = AsyncStream<Void>.makeStream()
      perform { _ in end.finish() }
      for await _ in ends {}
    }
  }

  /// Waits until the web view is idle.
  nonisolated func idle() async {
    while !ifIdle((), { _, _ in true }), !Task.isCancelled { await Task.yield() }
  }

  /// The number of bytes that were sent to the document but not acknowledged.
  var kept: Int { document?.kept ?? 0 }
}
