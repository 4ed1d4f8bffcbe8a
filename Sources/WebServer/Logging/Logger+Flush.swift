package import Logging

extension Logger {
  /// Waits until what was logged is written, but not longer than `limit`; false when it is not: who writes may be held.
  /// Not for loops. True without a ``SparingLogHandler``.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    (handler as? SparingLogHandler)?.flush(within: limit) ?? true
  }

  /// The same, holding no thread of Swift's.
  package func flushed(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      Thread.detach {
        flush(within: limit)
        continuation.resume()
      }
    }
  }
}
