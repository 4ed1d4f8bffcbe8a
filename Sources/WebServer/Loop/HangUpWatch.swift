import Platform

/// Notices peers that go while nothing of theirs is read: their end stands behind all that waits. Not Sendable: it
/// belongs to its loop.
final class HangUpWatch {
  private let hangUps: SystemHangUps
  private var watched: [CInt: Connection] = [:]
  private var watcher: IOWatcher?

  /// Nil without a descriptor for it: then they are noticed when they are read.
  init?(on loop: OpaquePointer) {
    guard let hangUps = SystemHangUps() else { return nil }
    self.hangUps = hangUps
    watcher = IOWatcher(on: loop, descriptor: hangUps.descriptor, event: .read) { [unowned self] in tell() }
    watcher?.start()
  }

  func watch(_ connection: Connection) {
    watched[connection.descriptor] = connection
    hangUps.watch(connection.descriptor)
  }

  /// Its descriptor is open still.
  func forget(_ connection: Connection) {
    guard watched.removeValue(forKey: connection.descriptor) != nil else { return }
    hangUps.forget(connection.descriptor)
  }

  private func tell() {
    for descriptor in hangUps.takeAll() {
      guard let connection = watched.removeValue(forKey: descriptor) else { continue }
      connection.onLoop(()) { connection, _ in connection.peerHasHungUp() }
    }
  }
}
