import DSBridgeLocks
import SnippetBridgeCLibwebsockets

/// A handle that wakes a waiting loop from any thread.
final class WakeUp: Sendable {
  /// A libev loop and its watcher.
  ///
  /// `@unchecked` is safe: `ev_async_send` is the only libev call here that other threads make ("safe to call from
  /// other threads, signal or similar contexts", ev(3)). All other calls are made on the loop's thread.
  private struct Watcher: @unchecked Sendable {
    let loop: OpaquePointer
    let pointer: UnsafeMutablePointer<ev_async>
  }

  /// The watcher, or `nil` after ``stop()``. While the loop runs, its thread does not take this lock. So a thread
  /// that sends does not delay the loop that it wakes.
  private let watcher: Mutex<Watcher?>

  /// Creates and starts the watcher. Must be called on the loop's thread.
  init(on loop: OpaquePointer) {
    let pointer = UnsafeMutablePointer<ev_async>.allocate(capacity: 1)
    pointer.initialize(to: ev_async())
    // The callback is empty, because the inbox is checked after every round of events.
    sb_ev_async_init(pointer) { _, _, _ in }
    ev_async_start(loop, pointer)
    watcher = Mutex(Watcher(loop: loop, pointer: pointer))
  }

  /// Wakes the loop. Has no effect after ``stop()``.
  func send() {
    watcher.withLock { if let watcher = $0 { ev_async_send(watcher.loop, watcher.pointer) } }
  }

  /// Stops and frees the watcher. Must be called on the loop's thread.
  func stop() {
    watcher.withLock { watcher in
      guard let stopped = watcher else { return }
      watcher = nil
      ev_async_stop(stopped.loop, stopped.pointer)
      stopped.pointer.deallocate()
    }
  }
}
