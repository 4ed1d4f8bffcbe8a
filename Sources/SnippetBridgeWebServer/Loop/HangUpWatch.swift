import SnippetBridgePlatform

/// A watch that detects peers that disconnect while the server does not read from them. Reading cannot detect this,
/// because the end of the stream comes after the unread bytes. Not Sendable, because it is used only on its loop.
final class HangUpWatch {
  private let hangUps: SystemHangUps
  private var watched: [CInt: Connection] = [:]
  private var watcher: IOWatcher?

  /// Creates a watch. Returns `nil` if the system has no descriptor left. Disconnected peers are then detected only by
  /// reading.
  init?(on loop: OpaquePointer) {
    guard let hangUps = SystemHangUps() else { return nil }
    self.hangUps = hangUps
    watcher = IOWatcher(on: loop, descriptor: hangUps.descriptor, event: .read) { [unowned self] in
      for descriptor in hangUps.takeAll() { watched.removeValue(forKey: descriptor)?.peerHasHungUp() }
    }
    watcher?.start()
  }

  func watch(_ connection: Connection) {
    watched[connection.descriptor] = connection
    hangUps.watch(connection.descriptor)
  }

  /// Stops watching a connection. Must be called while the connection's descriptor is open.
  func forget(_ connection: Connection) {
    guard watched.removeValue(forKey: connection.descriptor) != nil else { return }
    hangUps.forget(connection.descriptor)
  }
}
