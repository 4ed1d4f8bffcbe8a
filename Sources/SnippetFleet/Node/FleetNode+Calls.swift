import DSBridge
import DSBridgeLocks

/// Calls from this process to other sessions.
extension FleetNode {
  /// Sends a call.
  /// - Parameter sink: A closure that receives the answers, in order, on any thread. Called at least once.
  /// - Returns: The number with which ``cancel(_:)`` ends the call, or nil if the call has failed already.
  func send(
    _ content: FleetMessage.Content, to session: String, body: JSON, _ sink: @escaping PendingCalls.Sink
  ) -> Int? {
    var outage = ""
    let (id, link) = state.withLock { state -> (Int, Link?) in
      outage = state.outage
      let id = state.pending.nextID()
      guard let link = state.link else { return (id, nil) }
      guard state.pending.add(id, to: session, sink) else {
        outage = "\(PendingCalls.most) calls have no answer yet. Call less often, or set a time limit."
        return (id, nil)
      }
      return (id, link)
    }
    guard let link else {
      sink(.failure(BridgeError(.unreachable, outage)))
      return nil
    }
    let message = FleetMessage(content: content, id: id, sender: link.session, body: body).bytes
    guard message.count <= FleetMessage.largest else {
      deliver(.failure(Self.tooLarge(message.count)), to: id, of: session)
      return nil
    }
    link.commands.send(store.publish(message, to: session)) { [weak self] result in
      guard let error = Self.failure(ofPublishing: result) else { return }
      self?.deliver(.failure(error), to: id, of: session)
    }
    return id
  }

  /// Returns the error of a message that Redis has not passed on, or nil if it has.
  private static func failure(ofPublishing result: Result<RedisReply, RedisError>) -> BridgeError? {
    switch result {
    case .success(.integer(0)):
      BridgeError(.notFound, "The server of the web view or the interface is not connected to the fleet any more.")
    case .success(.error(let text)): BridgeError(.unreachable, "The fleet's Redis has refused the message: \(text)")
    case .success: nil
    case .failure(.unreachable(let reason)): BridgeError(.unreachable, "The message was not sent: \(reason)")
    case .failure(let error): BridgeError(.interrupted, "The message may have been lost: \(error)")
    }
  }

  static func tooLarge(_ size: Int) -> BridgeError {
    BridgeError(.tooLarge, "The message has \(size) bytes. The limit is \(FleetMessage.largest) bytes.")
  }

  /// Ends a call whose caller does not wait any longer.
  func cancel(_ id: Int) {
    if let call = state.withLock({ $0.pending.forget(id) }) { inform(call.session, of: .cancel, id) }
  }

  /// Sends a message about a call to a session, which does not answer the message.
  func inform(_ session: String, of content: FleetMessage.Content, _ id: Int) {
    guard let link = state.withLock({ $0.link }) else { return }
    link.commands.send(store.publish(FleetMessage(content: content, id: id, sender: link.session).bytes, to: session))
  }

  func deliver(_ answer: PendingCalls.Answer, to id: Int, of session: String) {
    state.withLock { $0.pending.sink(for: id, of: session, isLast: answer.isLast) }?(answer)
  }

  /// Fails the calls to a session that has ended, and cancels its own calls.
  func sessionEnded(_ session: String) {
    end(
      because:
        "The other server has ended, or lost its connection to the fleet, before it answered. The call may have run."
    ) { state in
      state.offers.remove(session: session)
      return (state.pending.removeAll(to: session), state.received.removeAll(of: session))
    }
    for id in state.withLock({ Array($0.gatherings.keys) }) { update(id) { $0.gone(session) } }
  }

  /// Fails the calls of this process, and cancels the calls of others, that `remove` removes from the state.
  func end(
    because reason: String, remove: (inout State) -> (calls: [PendingCalls.Sink], received: [ReceivedCalls.Running])
  ) {
    let (sinks, running) = state.withLock { remove(&$0) }
    for sink in sinks { sink(.failure(BridgeError(.interrupted, reason))) }
    for call in running { call.cancel() }
  }

  /// Makes a call and returns the answers as a stream. The stream ends after the last one.
  func answers(
    _ content: FleetMessage.Content, to session: String, body: JSON, within limit: Duration?,
    buffering policy: AsyncStream<PendingCalls.Answer>.Continuation.BufferingPolicy
  ) -> (answers: AsyncStream<PendingCalls.Answer>, id: Int?) {
    let (answers, sink) = AsyncStream<PendingCalls.Answer>.makeStream(bufferingPolicy: policy)
    let id = send(content, to: session, body: body) { answer in
      let isDropped = if case .dropped = sink.yield(answer) { true } else { false }
      if isDropped || answer.isLast { sink.finish() }
    }
    guard let id else { return (answers, nil) }
    let timer = (limit?.bounded).map { limit in
      scheduler.schedule(after: limit) { [weak self] in
        self?.cancel(id)
        sink.yield(.failure(BridgeError(.timeout, "The other server has not answered within \(limit).")))
        sink.finish()
      }
    }
    sink.onTermination = { [weak self] _ in
      timer?.cancel()
      // A call that has ended is unknown, so this has no effect then.
      self?.cancel(id)
    }
    return (answers, id)
  }

  /// Makes a call and returns its last value.
  func value(
    _ content: FleetMessage.Content, to session: String, body: JSON, within limit: Duration?
  ) async throws -> JSON? {
    try Task.checkCancellation()
    let start = scheduler.now
    var failure: (any Error)?
    defer { metrics?.callEnded(failure, after: scheduler.now - start) }
    do {
      let (answers, _) = answers(content, to: session, body: body, within: limit, buffering: .bufferingNewest(1))
      for await answer in answers {
        let json = try answer.result.get()
        if answer.isLast { return json }
      }
      throw CancellationError()
    } catch {
      failure = error
      throw error
    }
  }

  /// Sends a command and returns the reply. Throws a `BridgeError` if Redis cannot be reached.
  func ask(_ command: RedisCommand) async throws -> RedisReply {
    let (link, outage) = state.withLock { ($0.link, $0.outage) }
    guard let link else { throw BridgeError(.unreachable, outage) }
    do {
      return try await link.commands.call(command)
    } catch {
      throw BridgeError(.unreachable, "The fleet's Redis cannot be reached: \(error)")
    }
  }

  /// Calls a function of all pages in a group.
  func gather(_ function: String, in group: String, body: JSON, within limit: Duration) async throws -> FleetReach {
    let (results, sink) = AsyncStream<Result<FleetReach, BridgeError>>.makeStream()
    let gathering = Gathering { sink.yield($0) }
    let (id, link, outage) = state.withLock { state -> (Int, Link?, String) in
      let id = state.pending.nextID()
      if state.link != nil { state.gatherings[id] = gathering }
      return (id, state.link, state.outage)
    }
    guard let link else { throw BridgeError(.unreachable, outage) }
    let message = FleetMessage(
      content: .group(group, function: function), id: id, sender: link.session, body: body
    ).bytes
    defer { _ = state.withLock { $0.gatherings.removeValue(forKey: id) } }
    guard message.count <= FleetMessage.largest else { throw Self.tooLarge(message.count) }
    link.commands.send(store.publish(message, toGroup: group)) { [weak self] in self?.sent(id, $0) }
    let timer = scheduler.schedule(after: limit.bounded) { [weak self] in
      let gathering = self?.state.withLock { $0.gatherings.removeValue(forKey: id) }
      if let gathering { gathering.sink(.success(gathering.reach)) }
    }
    defer { timer.cancel() }
    for await result in results { return try result.get() }
    throw CancellationError()
  }

  /// Records the sessions that a message for a group has reached.
  private func sent(_ id: Int, _ result: Result<RedisReply, RedisError>) {
    if let error = Self.failure(ofPublishing: result) {
      state.withLock { $0.gatherings.removeValue(forKey: id) }?.sink(.failure(error))
      return
    }
    let reached = (try? result.get())?.elements?.compactMap(\.text) ?? []
    update(id) { $0.expect(Set(reached)) }
  }

  func update(_ id: Int, _ body: (inout Gathering) -> Void) {
    let complete = state.withLock { state -> Gathering? in
      guard var gathering = state.gatherings[id] else { return nil }
      body(&gathering)
      state.gatherings[id] = gathering.isComplete ? nil : gathering
      return gathering.isComplete ? gathering : nil
    }
    if let complete { complete.sink(.success(complete.reach)) }
  }
}
