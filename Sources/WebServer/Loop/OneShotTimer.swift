import CLibwebsockets

/// Calls a closure once on the loop's thread after a time, and after what has arrived by then was looked at. Not
/// Sendable: it belongs to its loop.
final class OneShotTimer {
  private let loop: OpaquePointer
  private let watcher: UnsafeMutablePointer<ev_timer>
  private let fire: () -> Void
  private(set) var isActive = false

  init(on loop: OpaquePointer, fire: @escaping () -> Void) {
    self.loop = loop
    self.fire = fire
    watcher = .allocate(capacity: 1)
    watcher.initialize(to: ev_timer())
  }

  deinit {
    ev_timer_stop(loop, watcher)
    watcher.deinitialize(count: 1)
    watcher.deallocate()
  }

  /// Counts from now, again if it was counting.
  func start(after delay: Duration) {
    ev_timer_stop(loop, watcher)
    sb_ev_timer_init(
      watcher,
      { _, watcher, _ in
        guard let data = watcher?.pointee.data else { return }
        let timer = Unmanaged<OneShotTimer>.fromOpaque(data).takeUnretainedValue()
        timer.isActive = false
        timer.fire()
      }, delay / .seconds(1))
    // Unretained: deinit stops the watcher before self is gone.
    watcher.pointee.data = Unmanaged.passUnretained(self).toOpaque()
    // libev's idea of the time is that of the last round of events.
    ev_now_update(loop)
    ev_timer_start(loop, watcher)
    isActive = true
  }

  func stop() {
    ev_timer_stop(loop, watcher)
    isActive = false
  }
}
