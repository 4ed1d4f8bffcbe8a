import DSBridge
import DSBridgeLocks
import Logging
import SnippetBridgeWebClient
import SnippetBridgeWebServer

/// The part of a fleet that is in this process: its session in Redis, the entries that it stores, and its calls.
///
/// The decisions are made by values without side effects, under one lock. Messages are sent and closures are called
/// outside of the lock.
final class FleetNode: Sendable {
  /// The connections of a session. The session ends with either of them.
  struct Link: Sendable {
    let session: String
    let commands: RedisConnection
    let subscriber: RedisConnection
    /// Wakes the task that writes entries.
    let wake: AsyncStream<Void>.Continuation
    /// Passes the number of the last change to the nodes to the task that reads them; -1 if it is not known.
    let nodesChanged: AsyncStream<Int>.Continuation
  }

  struct State {
    /// The session, or nil while Redis cannot be reached.
    var link: Link?
    /// The reason why there is no session.
    var outage = "The fleet is not running yet: run the Fleet as a service."
    /// The time until which this session may act for its web views, by the clock of this process; zero without a
    /// session. Counted from before the renewal was sent, so this process stops acting before Redis ends the lease.
    var leaseEnd = Duration.zero
    var lastSession: String?
    var owned = OwnedEntries()
    var members = Members()
    var pending = PendingCalls()
    var gatherings: [Int: Gathering] = [:]
    var received = ReceivedCalls()
    /// The calls that wait until a web view, whose page another server shows now, has lost its connection.
    var moves: [String: ReceivedCalls.Key] = [:]
    var providers: [String: ProvidedInterface] = [:]
    var offers = OfferTable()
    var directory = Directory()
    /// The readers of changes.
    var readers: [ObjectIdentifier: (unread: DirectoryReader, signal: AsyncStream<Void>.Continuation)] = [:]
    var mustReload = false
    /// The number of the last reading of the list.
    var loads = 0
    /// Indicates whether this process stops, so that it accepts no more calls.
    var isDraining = false
    /// The origin at which other servers reach this one, or nil if this process serves nothing.
    var address: String?
    var nodes = NodeTable()
    /// The file with the authorities that sign the certificates of other servers, or nil for those of the system.
    var authorities: String?
    /// The keys of signatures, or nil before the first session.
    var keys: FleetKeys?
    var problem: FleetError?
    var isRunning = false
    /// Informs ``Fleet/run(while:)`` that a session has begun.
    var connected: AsyncStream<Void>.Continuation?
  }

  /// The random id of this process, of 16 hexadecimal digits.
  let id = String(WebView.randomID().prefix(16))
  let store: FleetStore
  let address: RedisAddress
  /// The secrets that the program has set. If there are none, Redis keeps one.
  let secrets: [String]
  let timing: FleetTiming
  let logger: Logger
  let scheduler = Scheduler(ContinuousClock())
  let metrics: FleetMetrics?
  let state = Mutex(State())

  /// Creates a node. For the parameters, see ``Fleet/init(_:name:secrets:authorities:logger:)``. Tests
  /// also set `timing` and `metrics`.
  init(
    _ redis: String, name: String, secrets: [String] = [], authorities: String? = nil,
    timing: FleetTiming = FleetTiming(), logger: Logger, metrics: FleetMetrics? = FleetMetrics()
  ) throws(FleetError) {
    guard secrets.allSatisfy({ $0.utf8.count >= 16 }) else {
      throw FleetError(
        .configuration, "A secret of the fleet has fewer than 16 bytes. Create one with: openssl rand -hex 32")
    }
    store = try FleetStore(name: name)
    address = try RedisAddress(redis, authorities: authorities)
    self.secrets = secrets
    self.timing = timing
    self.metrics = metrics
    var logger = logger
    logger.handler = SparingLogHandler(logger.handler)
    logger[metadataKey: "fleet"] = "\(store.name)"
    self.logger = logger
  }

  /// Keeps a session until the task is cancelled. Throws if Redis cannot be used with this configuration at all.
  func run() async throws(FleetError) {
    try state.withLock { state throws(FleetError) in
      guard !state.isRunning else {
        throw FleetError(.configuration, "This Fleet runs already. Create another Fleet, or call it without `run`.")
      }
      if let problem = state.problem { throw problem }
      (state.isRunning, state.isDraining) = (true, false)
    }
    defer { state.withLock { $0.isRunning = false } }
    var failures = 0
    var hasConnected = false
    while !Task.isCancelled {
      var start: Duration?
      do {
        try await keepSession {
          start = scheduler.now
          hasConnected = true
        }
      } catch {
        if case .unusable(let reason) = error, !hasConnected { throw FleetError(.unusable, reason) }
        // A session that ends at once, such as one that cannot write, counts as a failed attempt.
        if let start, scheduler.now - start > timing.beat * 2 { failures = 0 }
        if failures == 0, !Task.isCancelled {
          logger.warning("the fleet's Redis cannot be reached: calls fail", metadata: ["reason": "\(error)"])
        }
        failures += 1
        state.withLock { $0.outage = "The fleet's Redis cannot be reached: \(error)" }
      }
      try? await Task.sleep(for: timing.pause(after: failures))
    }
    state.withLock { $0.outage = "The fleet was shut down." }
  }

  /// Renews the lease at each beat. Returns the reason why the session has ended, or nil if the task was cancelled.
  func renewLease(_ link: Link) async -> RedisError? {
    link.nodesChanged.yield(-1)
    do throws(RedisError) {
      while true {
        do { try await Task.sleep(for: timing.beat) } catch { return nil }
        link.subscriber.send(RedisCommand("PING"))
        let others = state.withLock { state in
          state.pending.sessions.union(state.received.callers).union(state.gatherings.values.flatMap(\.missing))
        }
        let sent = scheduler.now
        let reply = try await link.commands.call(store.beat(link.session, lease: timing.lease, others: others))
        guard let fields = reply.elements, let revision = fields.first?.integer else {
          return .lost("The session's lease has ended, for example because this process was stopped for a while.")
        }
        metrics?.beatAnswered(after: scheduler.now - sent)
        let mustWrite = state.withLock { state in
          state.leaseEnd = sent + timing.lease
          for name in state.members.takenNames where state.members.mayClaim(name) { state.owned.mark(.name(name)) }
          return state.owned.mustWrite
        }
        if mustWrite { link.wake.yield() }
        for session in fields.compactMap(\.text) { sessionEnded(session) }
        for interface in state.withLock({ $0.offers.used }) { Task { try? await findProviders(of: interface) } }
        link.nodesChanged.yield(revision)
      }
    } catch {
      return error
    }
  }

  /// Writes the entries that Redis does not store as wanted, whenever there are some.
  func writeEntries(_ link: Link, _ wakes: AsyncStream<Void>) async -> RedisError? {
    for await _ in wakes {
      while let batch = state.withLock({ $0.owned.take() }) {
        do throws(RedisError) {
          let reply = try await link.commands.call(store.write(batch, of: link.session))
          guard let results = reply.elements, results.count == batch.count else {
            throw .lost("The session's lease has ended.")
          }
          wrote(batch, results.map { $0.text ?? "" })
        } catch {
          state.withLock { $0.owned.failed(batch) }
          return error
        }
      }
    }
    return nil
  }

  /// Changes the state, and writes the entries that have changed.
  func change<Result>(_ body: (inout State) -> Result) -> Result {
    let (result, wake) = state.withLock { state in
      let result = body(&state)
      return (result, state.owned.mustWrite ? state.link?.wake : nil)
    }
    wake?.yield()
    return result
  }
}
