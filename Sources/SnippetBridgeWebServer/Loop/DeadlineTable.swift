/// The deadlines of a loop's members. The table is checked when the earliest deadline is due.
///
/// libwebsockets' own timers are not used, because libwebsockets reschedules them only after events on its own sockets.
/// A timer that other code of this server sets could therefore fire late.
final class DeadlineTable {
  private var entries: [LoopMemberID: (member: any LoopMember, due: ContinuousClock.Instant)] = [:]
  private var timer: OneShotTimer?
  /// The time of the next check, or `nil` if none is scheduled.
  private var next: ContinuousClock.Instant?
  /// The maximum time between a deadline and the check that detects it.
  private static let grain = Duration.milliseconds(250)
  /// A check that is late by more than this time indicates that the process or this loop was suspended. The check is
  /// then postponed, so that bytes that peers have sent in the meantime are read first.
  private static let standstill = Duration.seconds(1)
  private var hasStoodStill = false

  init(on loop: OpaquePointer) {
    timer = OneShotTimer(on: loop) { [unowned self] in look() }
  }

  func set(_ delay: Duration, for member: any LoopMember) {
    let due = ContinuousClock.now + delay
    entries[member.id] = (member, due)
    guard let next, next <= due + Self.grain else { return look(at: due) }
  }

  func remove(_ member: any LoopMember) { entries[member.id] = nil }

  private func look() {
    let now = ContinuousClock.now
    if let next, now - next > Self.standstill, !hasStoodStill {
      hasStoodStill = true
      return look(at: now + Self.grain)
    }
    hasStoodStill = false
    next = nil
    let late = entries.values.filter { $0.due <= now }
    for entry in late {
      // The handlers of earlier deadlines may have removed this member or changed its deadline.
      guard let current = entries[entry.member.id], current.due <= now else { continue }
      entries[entry.member.id] = nil
      entry.member.deadlinePassed()
    }
    if let due = entries.values.lazy.map(\.due).min(), next == nil || due + Self.grain < next ?? due { look(at: due) }
  }

  private func look(at due: ContinuousClock.Instant) {
    next = due
    timer?.start(after: max(Self.grain, due - .now))
  }
}
