/// A page's connection, paired with the connection to the server. Used on the thread of its ``ProxyLoop`` only.
///
/// `page` is `nil` for a connection that the proxy opened itself, or that continues after the page's side was closed.
final class ProxyLink {
  enum Step {
    case bytes([UInt8])
    /// Closes the page's side and keeps the server's side.
    case dropPage
    case cut
    /// Closes both sides after all pending bytes are sent.
    case end
  }

  /// The state of one direction of a link.
  final class Stream {
    var scanner = UnitScanner()
    /// The scheduled steps and their due times, oldest first.
    private(set) var steps: [(due: ContinuousClock.Instant, step: Step)] = []
    /// Whether bytes that arrive from now on are dropped, because a cut is scheduled.
    var isDoomed = false

    /// Schedules `step`, but not before the steps that are already scheduled. Returns the step's due time.
    @discardableResult
    func add(_ step: Step, at due: ContinuousClock.Instant) -> ContinuousClock.Instant {
      let due = max(due, steps.last?.due ?? due)
      steps.append((due, step))
      return due
    }

    func take(dueAt now: ContinuousClock.Instant) -> Step? {
      guard let first = steps.first, first.due <= now else { return nil }
      steps.removeFirst()
      return first.step
    }
  }

  /// The maximum number of bytes recorded per connection for a replay.
  private static let longestRecord = 64 << 10

  let id: Int
  var random: SplitMix64
  var page: ProxySocket?
  let server: ProxySocket
  let toServer = Stream()
  let toPage = Stream()
  /// The pieces sent to the server so far, or `nil` if they exceed the limit for a replay.
  private(set) var record: [[UInt8]]? = []
  private var recordSize = 0

  init(id: Int, random: SplitMix64, server: ProxySocket) {
    (self.id, self.random, self.server) = (id, random, server)
  }

  /// The time of the next scheduled step, or `nil` if no step is scheduled.
  var due: ContinuousClock.Instant? {
    [toServer, toPage].compactMap { $0.steps.first?.due }.min()
  }

  func note(_ bytes: [UInt8]) {
    recordSize += bytes.count
    if recordSize > Self.longestRecord { record = nil }
    record?.append(bytes)
  }
}
