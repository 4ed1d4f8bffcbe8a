import DSBridge
import DSBridgeLocks
import Logging
import SnippetBridgeWebClient

/// The beginning and the end of a session.
extension FleetNode {
  /// Connects, begins a session, and keeps it until a connection ends or the task is cancelled.
  func keepSession(began: () -> Void) async throws(RedisError) {
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
    let (nodeChanges, nodesChanged) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let link = Link(
      session: session, commands: commands, subscriber: subscriber, wake: wake, nodesChanged: nodesChanged)
    let connected = state.withLock { state in
      defer { state.connected = nil }
      state.link = link
      let members = state.members
      state.owned.markAll { key in if case .name(let name) = key { members.mayClaim(name) } else { true } }
      return state.connected
    }
    connected?.yield()
    wake.yield()
    began()
    metrics?.sessionBegan()
    logger.info("the fleet is connected", metadata: ["redis": "\(endpoint.authority)", "session": "\(session)"])
    reloadDirectory()
    let reason = await withTaskGroup(of: RedisError?.self) { group in
      group.addTask { await self.writeEntries(link, wakes) }
      group.addTask { await self.renewLease(link) }
      group.addTask {
        for await revision in nodeChanges { await self.refreshNodes(link, revision: revision) }
        return nil
      }
      group.addTask { await endings.first { _ in true } }
      defer { group.cancelAll() }
      return await group.next() ?? nil
    }
    if Task.isCancelled, reason == nil {
      // A cancelled task could not wait.
      await Task {
        await self.drain()
        // All messages that were received before are refused. Redis then tells callers at once that nobody receives.
        let channel = self.store.channel(to: session)
        _ = try? await subscriber.call(self.store.unsubscribe(from: channel))
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
    let former = secrets.isEmpty ? state.withLock { $0.keys?.secrets.first } : nil
    // After Redis has lost its data, the former secret is stored again, so that browsers' cookies stay valid.
    let reply = try await commands.call(store.begin(secret: former ?? WebView.randomID()))
    guard let epoch = reply.elements?.first?.integer, let secret = reply.elements?.last?.text else {
      throw .unusable(
        "The fleet \"\(store.name)\" is stored in format \(reply.elements?.first?.text ?? "?"), but this program uses format \(FleetStore.format). Update the older program, or choose another name."
      )
    }
    let session = "\(id).\(epoch)"
    _ = try await subscriber.call(store.subscribe(to: store.arrivals))
    _ = try await subscriber.call(store.subscribe(to: store.channel(to: session)))
    // Another process may have stored another secret earlier. This one still accepts the cookies of the former secret.
    let known = [secret] + [former].compactMap(\.self).filter { $0 != secret }
    let keys = FleetKeys(secrets: secrets.isEmpty ? known : secrets)
    let sent = scheduler.now
    let old = state.withLock { state in
      defer { state.lastSession = session }
      state.keys = keys
      guard let old = state.lastSession else { return "" }
      state.nodes.keep(until: sent + timing.lease + timing.longestPause + timing.redis.answering)
      return old
    }
    try await enter(session, replacing: old, commands)
    state.withLock { $0.leaseEnd = sent + timing.lease }
    return session
  }

  /// Writes the entry of this process, and begins or renews the lease of its session.
  private func enter(
    _ session: String, replacing old: String = "", _ commands: RedisConnection
  ) async throws(RedisError) {
    let (address, keys, isLeaving) = state.withLock { ($0.address, $0.keys, $0.isDraining) }
    let info = NodeTable.Info(
      address: address, signature: address.flatMap { keys?.signature(of: .address($0, session: session)) },
      isLeaving: isLeaving ? true : nil)
    let json = (try? JSONSerializer().encode(info)) ?? "{}"
    _ = try await commands.call(
      store.enter(session, replacing: old, lease: timing.lease, node: id, info: Array(json.bytes)))
  }

  /// Prepares the end of this process: refuses new calls of others, informs the other servers that they forward no
  /// more requests, and waits until the calls that run for others have ended, for less than the lease.
  func drain() async {
    let end = scheduler.now + timing.lease - timing.beat * 2
    let link = state.withLock { state in
      defer { state.isDraining = true }
      return state.isDraining ? nil : state.link
    }
    if let link { try? await enter(link.session, link.commands) }
    while state.withLock({ $0.received.count > 0 }), scheduler.now < end {
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  /// Fails all calls, because their answers cannot arrive any more.
  private func endSession(because reason: RedisError?) {
    let lost = "The connection to the fleet's Redis was lost before the answer arrived. The call may have run."
    var gatherings: [Int: Gathering] = [:]
    end(because: lost) { state in
      swap(&gatherings, &state.gatherings)
      state.link = nil
      state.outage = "The fleet's Redis cannot be reached: \(reason?.description ?? "the fleet stops")"
      state.leaseEnd = .zero
      return (state.pending.removeAll(), state.received.removeAll())
    }
    for gathering in gatherings.values { gathering.sink(.failure(BridgeError(.interrupted, lost))) }
  }
}
