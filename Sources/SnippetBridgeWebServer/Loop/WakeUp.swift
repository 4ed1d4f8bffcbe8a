import SnippetBridgeCLibwebsockets

/// A handle that wakes a waiting loop from any thread.
///
/// `@unchecked` is safe: `ev_async_send` is the only libev call here that other threads make ("safe to call from other
/// threads, signal or similar contexts", ev(3)). All other calls are made on the loop's thread. The owner must ensure
/// that ``send()`` is not called after ``stop()``.
struct WakeUp: @unchecked Sendable {
  private let loop: OpaquePointer
  private let watcher: UnsafeMutablePointer<ev_async>

  /// Creates and starts the watcher. Must be called on the loop's thread.
  init(on loop: OpaquePointer) {
    self.loop = loop
    watcher = .allocate(capacity: 1)
    watcher.initialize(to: ev_async())
    // The callback is empty, because the inbox is checked after every round of events.
    sb_ev_async_init(watcher) { _, _, _ in }
    ev_async_start(loop, watcher)
  }

  func send() { ev_async_send(loop, watcher) }

  /// Stops and frees the watcher. Must be called on the loop's thread, after the last ``send()``.
  func stop() {
    ev_async_stop(loop, watcher)
    watcher.deinitialize(count: 1)
    watcher.deallocate()
  }
}
