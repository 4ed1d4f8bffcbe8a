import SnippetBridgeCLibwebsockets

/// A timer that calls a closure once on the loop's thread after a delay. If other events are ready at the same time,
/// they are handled before the closure is called. Not Sendable, because it is used only on its loop.
final class OneShotTimer {
  private let loop: OpaquePointer
  private let watcher: UnsafeMutablePointer<ev_timer>
  private let fire: () -> Void
  /// Whether the timer runs, or its delay is over and its closure has not been called yet.
  var isActive: Bool { watcher.pointee.active != 0 || watcher.pointee.pending != 0 }

  init(on loop: OpaquePointer, fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    watcher = .allocate(capacity: 1)
    watcher.initialize(to: ev_timer())
  }

  deinit {
    ev_timer_stop(loop, watcher)
    watcher.deallocate()
  }

  /// Starts the timer, or restarts it if it is running. The delay begins now.
  func start(after delay: Duration) {
    ev_timer_stop(loop, watcher)
    sb_ev_timer_init(
      watcher,
      { _, watcher, _ in
        guard let data = watcher?.pointee.data else { return }
        Unmanaged<OneShotTimer>.fromOpaque(data).takeUnretainedValue().fire()
      }, delay / .seconds(1))
    // Unretained, because `deinit` stops the watcher before `self` is freed.
    watcher.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    // libev measures the delay from its cached time, which is the time of the last round of events. The cached time is
    // therefore updated first.
    ev_now_update(loop)
    ev_timer_start(loop, watcher)
  }
}
