import DSBridge
import DSBridgeLocks
import DSBridgeText
import Logging

/// Messages from other sessions. Called by the task that reads the subscriber's connection, one message at a time.
extension FleetNode {
  func published(_ bytes: [UInt8], on channel: String) {
    if channel.utf8.elementsEqual(store.changes.utf8) { return changed(bytes) }
    if channel.utf8.elementsEqual(store.arrivals.utf8) {
      if let revision = Int(String(peer: bytes)) { state.withLock { $0.link }?.nodesChanged.yield(revision) }
      return
    }
    let message: FleetMessage
    do throws(FleetMessage.Unreadable) {
      message = try FleetMessage(bytes)
    } catch {
      logger.warning("a message of the fleet was refused", metadata: ["reason": "\(error.reason)"])
      guard let id = error.id, let sender = error.sender else { return }
      let failure = BridgeError(.malformed, error.reason)
      guard error.isAnswer else { return fail(id, of: sender, failure) }
      update(id) { $0.gone(sender) }
      return deliver(.failure(failure), to: id, of: sender)
    }
    switch message.content {
    case .call, .group, .invoke, .moved: receive(message)
    case .value(let isLast): deliver(.value(message.body, isLast: isLast), to: message.id, of: message.sender)
    case .fail:
      update(message.id) { $0.gone(message.sender) }
      deliver(.failure(BridgeError(ofFailure: message.body ?? "null")), to: message.id, of: message.sender)
    case .reached(let count): update(message.id) { $0.answered(message.sender, pages: count) }
    case .cancel: state.withLock { $0.received.end(message.key) }?.cancel()
    case .processed(let count): state.withLock { $0.received.call(message.key) }?.processed(count)
    }
  }

  /// Begins a call of another session.
  private func receive(_ message: FleetMessage) {
    let now = scheduler.now
    let (arrival, isHeld) = state.withLock { state in
      (state.received.arrive(message.key), now < state.leaseEnd && !state.isDraining)
    }
    switch arrival {
    case .copy: return
    case .tooMany:
      return fail(
        message.id, of: message.sender, BridgeError(.unreachable, "The other server runs too many calls at once."))
    case .new: break
    }
    do throws(BridgeError) {
      // Another server may hold the web view now.
      guard isHeld else { throw BridgeError(.notFound, "The other server stops, or has lost its lease.") }
      guard let call = try begin(message, message.body ?? "[]") else { return }
      // If the caller's session has ended meanwhile, nobody else ends the call.
      if !state.withLock({ $0.received.started(message.key, call) }) { call.cancel() }
    } catch {
      answer(message.key, .failure(error))
    }
  }

  /// Begins a call. Returns its controls, or nil if the call needs none.
  private func begin(_ message: FleetMessage, _ body: JSON) throws(BridgeError) -> ReceivedCalls.Running? {
    switch message.content {
    case .call(let id, let function, let wantsAll, let limit):
      guard let webView = state.withLock({ $0.members[id]?.webView }) else {
        throw BridgeError(.notFound, "The web view \(id.cut(toBytes: 40)) is closed.")
      }
      guard body.isArray else { throw BridgeError(.malformed, "The arguments of a call must be a JSON array.") }
      let call = webView.relay(function, body, within: limit) { [weak self] result, isLast in
        if isLast || wantsAll { self?.answer(message.key, .init(result: result, isLast: isLast)) }
      }
      return ReceivedCalls.Running(cancel: { webView.forgetRelayed(call) })
    case .group(let group, let function):
      let webViews = body.isArray ? state.withLock { $0.members.webViews(in: group) } : []
      webViews.relay(function, body)
      _ = state.withLock { $0.received.end(message.key) }
      send(.reached(webViews.count), id: message.id, to: message.sender)
    case .invoke(let interface, let function):
      guard let provider = state.withLock({ $0.providers[interface] }) else {
        throw BridgeError(.notFound, "\"\(interface.cut(toBytes: 100))\" is not served here.")
      }
      let flow = FlowWindow()
      let responder = Responder(serializer: JSONSerializer(), pause: { _ in await flow.pause() }) {
        [weak self] result, isLast in
        flow.sent()
        let json = result.map { $0?.json }.mapError { BridgeError(ofProvider: $0) }
        self?.answer(message.key, .init(result: json, isLast: isLast))
      }
      // The task begins at once, so that calls reach the provider in the order of their messages.
      let task = Task.immediate { await provider.run(function, body, responder) }
      return ReceivedCalls.Running(
        cancel: {
          task.cancel()
          flow.end()
        }, processed: { flow.processed($0) })
    case .moved(let id, let browsers): return try beginMove(of: id, browsers, message.key)
    case .value, .fail, .reached, .cancel, .processed: break
    }
    return nil
  }

  /// Hands a web view over to a server that shows its page now. If the web view seems to be connected, waits until its
  /// connection ends.
  private func beginMove(
    of id: String, _ browsers: Set<String>, _ key: ReceivedCalls.Key
  ) throws(BridgeError) -> ReceivedCalls.Running? {
    let member = state.withLock { state -> Members.Member? in
      guard let member = state.members[id], let browser = member.info.browser, browsers.contains(browser) else {
        return nil
      }
      if member.info.isConnected { state.moves[id] = key }
      return member
    }
    guard let member else { throw BridgeError(.notFound, "The web view \(id.cut(toBytes: 40)) is not here.") }
    guard !member.info.isConnected else {
      return ReceivedCalls.Running(cancel: { [weak self] in self?.state.withLock { $0.moves[id] = nil } })
    }
    handOver(member.webView, for: key)
    return nil
  }

  /// Closes a web view if another server shows its page now. Called when its connection has ended.
  func handOverIfMoved(_ webView: WebView) {
    guard let key = state.withLock({ $0.moves.removeValue(forKey: webView.id) }) else { return }
    handOver(webView, for: key)
  }

  private func handOver(_ webView: WebView, for key: ReceivedCalls.Key) {
    Task {
      // A page may move again before its web view has got the data of the one before.
      await webView.member.adopted()
      let info = state.withLock { $0.members[webView.id]?.info }
      webView.close()
      answer(key, .value(info.flatMap { try? JSONSerializer().encode($0) }, isLast: true))
    }
  }

  /// Sends an answer of a running call. Drops the answer if the caller has cancelled the call.
  private func answer(_ key: ReceivedCalls.Key, _ answer: PendingCalls.Answer) {
    // The controls of an ended call are released outside of the lock.
    let call = state.withLock { answer.isLast ? $0.received.end(key) : $0.received.call(key) }
    guard call != nil else { return }
    switch answer.result {
    case .success(let json): send(.value(isLast: answer.isLast), id: key.id, to: key.caller, body: json)
    case .failure(let error): fail(key.id, of: key.caller, error)
    }
  }

  private func fail(_ id: Int, of caller: String, _ error: BridgeError) {
    send(.fail, id: id, to: caller, body: error.json())
  }

  private func send(_ content: FleetMessage.Content, id: Int, to caller: String, body: JSON? = nil) {
    guard let link = state.withLock({ $0.link }) else { return }
    let message = FleetMessage(content: content, id: id, sender: link.session, body: body).bytes
    guard message.count <= FleetMessage.largest else {
      return fail(id, of: caller, Self.tooLarge(message.count))
    }
    link.commands.send(store.publish(message, to: caller)) { result in
      // The caller would wait for ever. When this session ends, its calls fail with `interrupted`.
      if case .failure = result { link.commands.cut() }
    }
  }
}

extension BridgeError {
  /// Creates the error of a provider's function. The codes that state that a call has not run are replaced, because
  /// this call has run: such an error is that of another call which the function has made.
  fileprivate init(ofProvider error: any Error) {
    self.init(wrapping: error)
    if [.notFound, .unreachable, .interrupted].contains(code) { self = BridgeError(.thrown, message) }
  }
}

extension FleetMessage {
  fileprivate var key: ReceivedCalls.Key { ReceivedCalls.Key(caller: sender, id: id) }
}

extension JSON {
  /// Indicates whether the text is a valid JSON array.
  fileprivate var isArray: Bool {
    bytes.first == UInt8(ascii: "[") && (try? JSONSerializer().decode(JSON.self, from: self)) != nil
  }
}
