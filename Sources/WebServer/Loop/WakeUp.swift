import CLibwebsockets

/// Wakes a waiting loop from any thread.
///
/// Sound though unchecked: `ev_async_send` is the one libev call that other threads may make ("safe to call from other
/// threads, signal or similar contexts", ev(3)); the loop's thread alone does the rest. Its owner lets nobody send
/// after `stop`.
struct WakeUp: @unchecked Sendable {
  private let loop: OpaquePointer
  private let watcher: UnsafeMutablePointer<ev_async>

  /// On the loop's thread.
  init(on loop: OpaquePointer) {
    self.loop = loop
    watcher = .allocate(capacity: 1)
    watcher.initialize(to: ev_async())
    // The waking is all: what has arrived is taken after every round of events.
    sb_ev_async_init(watcher) { _, _, _ in }
    ev_async_start(loop, watcher)
  }

  func send() { ev_async_send(loop, watcher) }

  /// On the loop's thread, when nobody can send any more.
  func stop() {
    ev_async_stop(loop, watcher)
    watcher.deinitialize(count: 1)
    watcher.deallocate()
  }
}
