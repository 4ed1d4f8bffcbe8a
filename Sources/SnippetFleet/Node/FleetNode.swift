import DSBridge
import DSBridgeLocks
import Logging
import SnippetBridgeWebClient

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
  }

  struct State {
    /// The session, or nil while Redis cannot be reached.
    var link: Link?
    /// The reason why there is no session.
    var outage = "The fleet is not running yet: run the Fleet as a service."
    var lease: Lease
    var lastSession: String?
    var owned = OwnedEntries()
    var members = Members()
    var pending = PendingCalls()
    var gatherings: [Int: Gathering] = [:]
    var received = ReceivedCalls()
    var providers: [String: ProvidedInterface] = [:]
    var offers = OfferTable()
    var directory = Directory()
    var readers: [Int: ChangeReader] = [:]
    var lastReader = 0
    var mustReload = false
    /// The number of the last reading of the list.
    var loads = 0
    /// Indicates whether this process stops, so that it accepts no more calls.
    var isDraining = false
    /// The origin at which other servers reach this one, or nil if this process serves nothing.
    var address: String?
    var nodes = NodeTable()
    /// The key of the marks, or nil before the first session.
    var mark: NodeMark?
    var problem: FleetError?
    var hasStopped = false
  }

  /// The random id of this process, of 16 hexadecimal digits.
  let id: String
  let store: FleetStore
  let address: RedisAddress
  let timing: FleetTiming
  let logger: Logger
  let scheduler: Scheduler
  let metrics: FleetMetrics?
  let state: Mutex<State>

  init(
    store: FleetStore, address: RedisAddress, timing: FleetTiming = FleetTiming(), logger: Logger,
    clock: any Clock<Duration> = ContinuousClock(), metrics: FleetMetrics? = FleetMetrics()
  ) {
    self.metrics = metrics
    id = String(WebView.randomID().prefix(16))
    self.store = store
    self.address = address
    self.timing = timing
    var logger = logger
    logger[metadataKey: "fleet"] = "\(store.name)"
    self.logger = logger
    scheduler = Scheduler(clock)
    state = Mutex(State(lease: Lease(duration: timing.lease)))
  }

  /// Indicates whether ``run()`` has ended.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// Keeps a session until the task is cancelled. Throws if Redis cannot be used with this configuration at all.
  func run() async throws(FleetError) {
    defer { state.withLock { $0.hasStopped = true } }
    if let problem = state.withLock({ $0.problem }) { throw problem }
    var failures = 0
    var hasConnected = false
    while !Task.isCancelled {
      do {
        try await keepSession {
          failures = 0
          hasConnected = true
        }
      } catch {
        if case .unusable(let reason) = error, !hasConnected { throw FleetError(.unusable, reason) }
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

  /// Connects, begins a session, and keeps it until a connection ends or the task is cancelled.
  private func keepSession(began: () -> Void) async throws(RedisError) {
    let limits = timing.redis
    let endpoint = try await address.findPrimary(limits: limits)
    let (endings, ender) = AsyncStream<RedisError>.makeStream()
    let commands = try await RedisConnection.openSession(
      address, at: endpoint, limits: limits, ended: { ender.yield($0) })
    defer { commands.cut() }
    let subscriber = try await RedisConnection.openSession(
      address, at: endpoint, limits: limits,
      subscriber: { [weak self] channel, bytes in self?.published(bytes, on: channel) }, ended: { ender.yield($0) })
    defer { subscriber.cut() }
    let session: String
    do throws(RedisError) {
      session = try await beginSession(commands, subscriber)
    } catch {
      guard case .refused(let reason) = error,
        ["NOPERM", "ACL failure", "can't run this command"].contains(where: reason.contains)
      else {
        throw error
      }
      throw .unusable("The user of Redis lacks a permission: \(reason). Set the permissions of the guide (fleet.md).")
    }
    let (wakes, wake) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = Link(session: session, commands: commands, subscriber: subscriber, wake: wake)
    state.withLock { state in
      state.link = link
      state.owned.markAll()
    }
    wake.yield()
    began()
    metrics?.sessionBegan()
    logger.info("the fleet is connected", metadata: ["redis": "\(endpoint.authority)", "session": "\(session)"])
    reloadDirectory()
    let reason = await withTaskGroup(of: RedisError?.self) { group in
      group.addTask { await self.writeEntries(link, wakes) }
      group.addTask { await self.renewLease(link) }
      group.addTask {
        for await ending in endings { return ending }
        return nil
      }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if Task.isCancelled, reason == nil {
      // A cancelled task could not wait.
      await Task {
        await self.drain()
        _ = try? await commands.call(self.store.leave(session))
      }.value
    }
    endSession(because: reason)
    if let reason { throw reason }
  }

  private func beginSession(
    _ commands: RedisConnection, _ subscriber: RedisConnection
  ) async throws(RedisError) -> String {
    for command in store.loading { _ = try await commands.call(command) }
    // After Redis has lost its data, the old secret is stored again, so that browsers' cookies stay valid.
    let (known, address) = state.withLock { ($0.mark?.secret ?? WebView.randomID(), $0.address) }
    let reply = try await commands.call(store.begin(secret: known))
    guard let epoch = reply.elements?.first?.integer, let secret = reply.elements?.last?.text else {
      throw .unusable(
        "The fleet \"\(store.name)\" is stored in format \(reply.elements?.first?.text ?? "?"), but this program uses format \(FleetStore.format). Update the older program, or choose another name."
      )
    }
    let session = "\(id).\(epoch)"
    _ = try await subscriber.call(store.subscribe(to: store.channel(to: session)))
    let old = state.withLock { state in
      defer { state.lastSession = session }
      return state.lastSession ?? ""
    }
    let sent = scheduler.now
    let info = (try? JSONSerializer().encode(NodeTable.Info(address: address))) ?? "{}"
    _ = try await commands.call(
      store.enter(session, replacing: old, lease: timing.lease, node: id, info: Array(info.bytes)))
    state.withLock { state in
      state.lease.renewed(at: sent)
      state.mark = NodeMark(secret: secret)
    }
    return session
  }

  /// Waits until the calls that this process runs for others have ended, for less than the rest of the lease. New calls
  /// are refused.
  private func drain() async {
    state.withLock { $0.isDraining = true }
    let end = scheduler.now + timing.lease - timing.beat * 2
    while state.withLock({ $0.received.count > 0 }), scheduler.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Fails all calls, because their answers cannot arrive any more.
  private func endSession(because reason: RedisError?) {
    let (sinks, gatherings, running) = state.withLock { state in
      state.link = nil
      state.outage = "The fleet's Redis cannot be reached: \(reason?.description ?? "the fleet stops")"
      state.lease.lost()
      defer { state.gatherings = [:] }
      return (state.pending.removeAll(), state.gatherings, state.received.removeAll())
    }
    let error = BridgeError(
      .interrupted, "The connection to the fleet's Redis was lost before the answer arrived. The call may have run.")
    for sink in sinks { sink(.failure(error)) }
    for gathering in gatherings.values { gathering.sink(.failure(error)) }
    for call in running { call.cancel() }
  }

  /// Renews the lease at each beat. Returns the reason why the session has ended, or nil if the task was cancelled.
  private func renewLease(_ link: Link) async -> RedisError? {
    await refreshNodes(link, revision: -1)
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
          state.lease.renewed(at: sent)
          for name in state.members.takenNames { state.owned.mark(.name(name)) }
          return state.owned.mustWrite
        }
        if mustWrite { link.wake.yield() }
        for session in fields.compactMap(\.text) { sessionEnded(session) }
        refreshOffers()
        await refreshNodes(link, revision: revision)
      }
    } catch {
      return error
    }
  }

  /// Writes the entries that Redis does not store as wanted, whenever there are some.
  private func writeEntries(_ link: Link, _ wakes: AsyncStream<Void>) async -> RedisError? {
    for await _ in wakes {
      while let batch = state.withLock({ $0.owned.take() }) {
        do {
          let reply = try await link.commands.call(store.write(batch.entries, of: link.session))
          guard let results = reply.elements, results.count == batch.entries.count else {
            state.withLock { $0.owned.failed(batch) }
            return .lost("The session's lease has ended.")
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
