/// A connection of a page and the one to the server that belongs to it; without a page, one that the proxy made or goes
/// on with alone. Used on the thread of its ``ProxyLoop`` only.
final class ProxyLink {
  enum Step {
    case bytes([UInt8])
    /// The page's side ends, and the server's goes on.
    case dropPage
    case cut
    /// Both sides end when what is on its way has been sent.
    case end
  }

  /// One direction.
  final class Stream {
    var scanner = UnitScanner()
    /// What is to happen, and when, oldest first.
    private(set) var steps: [(due: ContinuousClock.Instant, step: Step)] = []
    /// Nothing that comes now goes any further.
    var isDoomed = false

    /// Not before what is to happen already. Tells when.
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

  /// What is kept of a connection, to send it again.
  private static let longestRecord = 64 << 10

  let id: Int
  var random: SplitMix64
  var page: ProxySocket?
  let server: ProxySocket
  let toServer = Stream()
  let toPage = Stream()
  /// What has gone to the server, piece by piece; nil when that is too much to be repeated.
  private(set) var record: [[UInt8]]? = []
  private var recordSize = 0

  init(id: Int, random: SplitMix64, server: ProxySocket) {
    (self.id, self.random, self.server) = (id, random, server)
  }

  /// When something is to happen next.
  var due: ContinuousClock.Instant? {
    [toServer, toPage].compactMap { $0.steps.first?.due }.min()
  }

  func note(_ bytes: [UInt8]) {
    recordSize += bytes.count
    if recordSize > Self.longestRecord { record = nil }
    record?.append(bytes)
  }
}
