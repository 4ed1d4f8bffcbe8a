/// Connections that must get somewhere by a time, looked through once in a while as long as there are any.
///
/// Not libwebsockets' own timers: those are set again only after its own socket events, so one started from a job of ours
/// could come late.
final class DeadlineTable {
  private struct Entry {
    let connection: Connection
    var due: ContinuousClock.Instant
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var timer: OneShotTimer?
  private let clock = ContinuousClock()
  /// How late a deadline may be noticed.
  private static let grain = Duration.milliseconds(250)

  init(on loop: OpaquePointer) {
    timer = OneShotTimer(on: loop) { [unowned self] in look() }
  }

  func set(_ delay: Duration, for connection: Connection) {
    entries[ObjectIdentifier(connection)] = Entry(connection: connection, due: clock.now + delay)
    if timer?.isActive == false { timer?.start(after: Self.grain) }
  }

  func remove(_ connection: Connection) { entries[ObjectIdentifier(connection)] = nil }

  private func look() {
    let now = clock.now
    let late = entries.values.filter { $0.due <= now }
    for entry in late {
      entries[ObjectIdentifier(entry.connection)] = nil
      // Sound: libev calls on the loop's thread.
      entry.connection.assumeIsolated { $0.deadlinePassed() }
    }
    if !entries.isEmpty { timer?.start(after: Self.grain) }
  }
}
