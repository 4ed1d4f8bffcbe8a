@testable import DSBridge

extension WebView {
  /// What was asked of the web view before has happened, and what follows from it at once.
  nonisolated func settled() async {
    for _ in 1...3 {
      let (ends, end) = AsyncStream<Void>.makeStream()
      enqueue { _ in end.finish() }
      for await _ in ends {}
    }
  }

  /// Returns when the web view has nothing to do.
  nonisolated func idle() async {
    while !ifIdle((), { _, _ in true }), !Task.isCancelled { await Task.yield() }
  }

  /// All that is sent to the document and not acknowledged, in bytes.
  var kept: Int { document?.kept ?? 0 }
}
