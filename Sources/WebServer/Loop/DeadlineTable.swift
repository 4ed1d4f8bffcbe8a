/// Connections that must get somewhere by a time, looked through when the first of them is due.
///
/// Not libwebsockets' own timers: those are set again only after its own socket events, so one started from a job of
/// ours could come late.
final class DeadlineTable {
  private struct Entry {
    let member: LoopMember
    var due: ContinuousClock.Instant
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var timer: OneShotTimer?
  private let clock = ContinuousClock()
  /// When the table is looked through next.
  private var next: ContinuousClock.Instant?
  /// How late a deadline may be noticed.
  private static let grain = Duration.milliseconds(250)
  /// The process, or this loop, stood still: what peers have sent meanwhile is read before they are judged.
  private static let standstill = Duration.seconds(1)
  private var hasStoodStill = false

  init(on loop: OpaquePointer) {
    timer = OneShotTimer(on: loop) { [unowned self] in look() }
  }

  func set(_ delay: Duration, for member: LoopMember) {
    let due = clock.now + delay
    entries[member.id] = Entry(member: member, due: due)
    guard let next, next <= due + Self.grain else { return look(at: due) }
  }

  func remove(_ member: LoopMember) { entries[member.id] = nil }

  private func look() {
    let now = clock.now
    if let next, now - next > Self.standstill, !hasStoodStill {
      hasStoodStill = true
      return look(at: now + Self.grain)
    }
    hasStoodStill = false
    next = nil
    let late = entries.values.filter { $0.due <= now }
    for entry in late {
      // It may have gone, or got a new deadline, because of the ones before it.
      guard let current = entries[entry.member.id], current.due <= now else { continue }
      entries[entry.member.id] = nil
      entry.member.deadlinePassed()
    }
    if let due = entries.values.lazy.map(\.due).min(), next == nil || due + Self.grain < next ?? due { look(at: due) }
  }

  private func look(at due: ContinuousClock.Instant) {
    next = due
    timer?.start(after: max(Self.grain, due - clock.now))
  }
}
