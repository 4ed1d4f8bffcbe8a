import SnippetBridgeCLibwebsockets

/// A watcher that calls a closure on the loop's thread while a descriptor is readable or writable. Not Sendable,
/// because it is used only on its loop.
final class IOWatcher {
  typealias Event = TransportResult.Direction

  private let loop: OpaquePointer
  private let watcher: UnsafeMutablePointer<ev_io>
  private let fire: () -> Void

  /// Creates a stopped watcher.
  /// - Parameter isFirst: Whether the closure is called before the closures of other watchers in the same round of
  ///   events.
  init(
    on loop: OpaquePointer, descriptor: CInt, event: Event, isFirst: Bool = false, fire: @escaping () -> Void
  ) {
    self.loop = loop
    self.fire = fire
    watcher = .allocate(capacity: 1)
    watcher.initialize(to: ev_io())
    sb_ev_io_init(
      watcher,
      { _, watcher, _ in
        guard let data = watcher?.pointee.data else { return }
        let watcher = Unmanaged<IOWatcher>.fromOpaque(data).takeUnretainedValue()
        // The closure may release the watcher, which must exist until the closure has returned.
        withExtendedLifetime(watcher) { watcher.fire() }
      }, descriptor, CInt(event == .read ? EV_READ : EV_WRITE))
    if isFirst { sb_ev_io_precede(watcher) }
    // Unretained, because `deinit` stops the watcher before `self` is freed.
    watcher.pointee.data = Unmanaged.passUnretained(self).toOpaque()
  }

  deinit {
    ev_io_stop(loop, watcher)
    watcher.deallocate()
  }

  func start() { ev_io_start(loop, watcher) }

  func stop() { ev_io_stop(loop, watcher) }
}
