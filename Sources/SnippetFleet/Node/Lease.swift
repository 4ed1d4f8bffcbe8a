/// The right of a session to act for its web views. Redis ends the lease when it is not renewed in time. A value type
/// without side effects; all times are by the clock of this process.
struct Lease: Sendable, Equatable {
  let duration: Duration
  private var end: Duration?

  init(duration: Duration) {
    self.duration = duration
  }

  /// Begins or renews the lease.
  /// - Parameter sent: The time before the request was sent. Redis counts from a later time, so this process stops
  ///   acting before Redis ends the lease.
  mutating func renewed(at sent: Duration) {
    end = max(end ?? .zero, sent + duration)
  }

  mutating func lost() {
    end = nil
  }

  func isHeld(at now: Duration) -> Bool {
    end.map { now < $0 } ?? false
  }
}
