package import Logging

extension Logger {
  /// Waits until all lines logged so far are written, for at most `limit`. Returns `false` if they are not, because
  /// the writer may be blocked. Must not be called on a loop. Returns `true` without a ``SparingLogHandler``.
  @discardableResult
  package func flush(within limit: Duration) -> Bool {
    (handler as? SparingLogHandler)?.flush(within: limit) ?? true
  }

  /// Waits like ``flush(within:)`` without blocking a thread of Swift's pool.
  package func flushed(within limit: Duration) async {
    await withCheckedContinuation { continuation in
      Thread.detach {
        flush(within: limit)
        continuation.resume()
      }
    }
  }
}
