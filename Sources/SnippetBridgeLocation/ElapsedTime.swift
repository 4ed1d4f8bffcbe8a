/// The time since the value was created, measured by any clock.
struct ElapsedTime: Sendable {
  private let read: @Sendable () -> Duration
  private let wait: @Sendable (Duration) async throws -> Void

  init(_ clock: some Clock<Duration>) {
    let start = clock.now
    read = { start.duration(to: clock.now) }
    wait = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }

  var now: Duration { read() }

  func sleep(until time: Duration) async throws { try await wait(time) }
  func sleep(for time: Duration) async throws { try await wait(now + time) }
}
