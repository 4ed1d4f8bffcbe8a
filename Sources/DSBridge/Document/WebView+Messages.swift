import DSBridgeText
import Logging

/// The functions that the socket layer calls, and the processing of wire messages. All of this work runs in the order
/// of the queue.
extension WebView {
  /// Connects a socket of the document. `received` is the number of the last wire message that the page has processed.
  package nonisolated func connect(_ channel: any DocumentChannel, to id: DocumentID, received: Int) {
    departures.arrive(id, on: channel)
    enqueueOfPage(.item { $0.attach(channel, to: id, received: received) })
  }

  /// Disconnects a socket of the document. No effect if the document has a newer socket.
  /// - Parameter isDeparture: whether the close code means that the tab was closed. The document then counts as
  ///   closing.
  package nonisolated func disconnect(_ channel: any DocumentChannel, of id: DocumentID, isDeparture: Bool = false) {
    departures.disconnect(channel, of: id, isDeparture: isDeparture)
    enqueueOfPage(
      .item { webView in
        guard let document = webView.document, document.channel === channel else { return }
        document.channel = nil
        if isDeparture { document.isLeft = true }
        webView.ledger.connect(nil)
        webView.tell(.disconnected)
        webView.waitForReturn(of: document.id)
      })
  }

  /// Receives a wire message from a socket of the document. `weight` is the memory that the message occupies, in bytes.
  /// If the unprocessed messages exceed ``Limits/receiveWindow``, reading from the socket is paused. If they would
  /// exceed ``Limits/maximumUnprocessedSize``, the socket is closed with code 1013.
  package nonisolated func receive(
    _ message: PageMessage, of id: DocumentID, on channel: any DocumentChannel, weight: Int = 0
  ) {
    tap?.arrived(message.bytes, of: id)
    if takeNow(message, of: id, on: channel) { return }
    guard !enqueueOfPage(.message(message, of: id, on: channel), weight: weight) else { return }
    logger.warning("a socket was closed: its unprocessed messages exceed the limit", metadata: ["document": "\(id)"])
    channel.close(code: 1013, reason: "too many unprocessed messages")
  }

  /// Sets which navigations the page performs only after asking the server, and informs the page.
  package nonisolated func setIntercepting(_ questions: NavigationQuestions) {
    perform { webView in
      guard webView.questions != questions else { return }
      webView.questions = questions
      webView.document?.batch.body.add(.event(name: "intercept", questions.json))
    }
  }

  /// Sends an `event` line to the document that is shown when the queue processes this request, even if that document
  /// currently has no socket.
  package nonisolated func tellPage(_ name: String, _ value: JSON) {
    perform { $0.document?.batch.body.add(.event(name: name, value)) }
  }

  /// Sends an event, like ``tellPage(_:_:)``, to the document that is shown now. Must be called in the web view's
  /// isolation, so that no other document can be opened meanwhile.
  package func tellShownPage(_ name: String, _ value: JSON) {
    document?.batch.body.add(.event(name: name, value))
    scheduleRound()
  }

  // MARK: In the queue

  private func attach(_ channel: any DocumentChannel, to id: DocumentID, received: Int) {
    guard let document, document.id == id, let missing = document.outbox.resume(after: received) else {
      return Bye.unknown.say(on: channel)
    }
    if case .shutDown = life { return Bye.shutDown.say(on: channel) }
    if document.mustReload { return Bye.reload.say(on: channel) }
    if let older = document.channel {
      older.close(code: 4000, reason: "the document opened a newer socket")
      tell(.disconnected)
    }
    let isFirst = !document.hasConnected
    document.channel = channel
    document.hasConnected = true
    document.isLeft = false
    document.activity += 1
    reconnectTimer?.cancel()
    let welcome = ServerLine.welcome(confirmed: document.inbox.taken, intercept: questions)
    // Listeners are notified before the page, so that `isConnected` is true when the page's first answer arrives.
    tell(isFirst ? .connected : .resumed)
    ledger.connect(channel, saying: [ServerLine.message(of: [welcome])] + missing)
  }

  func take(_ message: PageMessage, of id: DocumentID, on channel: any DocumentChannel) {
    guard document?.id == id else {
      return logger.debug("a message of an older document was dropped", metadata: ["document": "\(id)"])
    }
    if let tap, let line = message.raw.last?.number, line > 0 { tap.began(line, of: id) }
    do throws(ProtocolError) {
      try take(message.raw.indices, of: message)
    } catch {
      logger.warning(
        "a socket was closed: its page violated the protocol",
        metadata: ["document": "\(id)", "reason": "\(error.problem)"])
      channel.close(code: 1002, reason: error.problem)
    }
  }

  func take(_ lines: Range<Int>, of message: PageMessage) throws(ProtocolError) {
    guard let document else { return }
    var index = lines.lowerBound
    while index < lines.upperBound, !departures.isAbandoned(document.ordinal) {
      if message.raw[index].verb == .ask {
        let next = answerAsks(index..<lines.upperBound, of: message)
        if next > index {
          index = next
          continue
        }
      }
      try take(message.line(message.raw[index]), of: document)
      index += 1
    }
  }

  private func take(_ line: PageLine, of document: Document) throws(ProtocolError) {
    document.activity += 1
    switch line {
    case .hello:
      throw ProtocolError("the page sent a second hello")
    case .acknowledgement(let number):
      guard document.outbox.acknowledge(number) else {
        throw ProtocolError("message \(number) was acknowledged but never sent")
      }
      // If nothing is left to send or to acknowledge, the page has processed everything that was sent to it. Then old
      // records of calls without a waiting caller can be removed.
      if document.kept == 0, document.evaluating == 0, document.batch.isEmpty { pageCalls.forgetUnawaited() }
    case .numbered(let number, let line):
      switch document.inbox.take(number) {
      case .new:
        document.batch.owesAcknowledgement = true
        goOn(document)
        try handle(line, number: number)
      case .seen:
        document.batch.owesAcknowledgement = true
      case .gap:
        throw ProtocolError("line \(number) arrived, but an earlier line is missing")
      }
    }
  }

  /// Discards the answer to the last blocking call. The page has sent a newer numbered line, so it will not request
  /// that answer again.
  func goOn(_ document: Document) {
    guard document.keepsAnswer else { return }
    document.keepsAnswer = false
    ledger.withCalls { $0.goOn() }
  }

  private func handle(_ line: NumberedLine, number: Int) throws(ProtocolError) {
    switch line {
    case .call:
      throw ProtocolError("call \(number) is not the last line of a request")
    case .ask(let method, let arguments):
      invoke(method, arguments, number: number, as: .either)
    case .cancel(let asked):
      ledger.withCalls { $0.cancel(asked) }?.cancel()
    case .post(let method, let callback, let arguments):
      ledger.begin(ledgerID(number), method, as: .callback(callback))
      invoke(method, arguments, number: number, as: .callback(callback))
    case .value(let id, let isLast, let value):
      do throws(BridgeError) {
        if let value { try checkDepth(of: value) }
        finishCall(id, with: .success(value), isLast: isLast)
      } catch {
        finishCall(id, with: .failure(error), isLast: true)
      }
    case .failure(let id, let error):
      finishCall(id, with: .failure(BridgeError(ofPage: error)), isLast: true)
    case .event("ready", _):
      document?.isReady = true
      host?.pageTold("ready", .null)
      releaseHeldEvaluations()
    case .event(let name, let json): receive(event: name, json)
    }
  }

  /// Returns the id under which the ``CallLedger`` records a call of the shown document. `number` is the number of the
  /// line that makes the call.
  func ledgerID(_ number: Int) -> CallID { CallID(document: document?.ordinal ?? 0, number: number) }
}

/// The events that a page reports without a call.
extension WebView {
  /// Passes a page's event to the host, or rejects the event if it exceeds its size limit. Every rejection is logged on
  /// the server, but only the first one per document is reported to the page's console.
  func receive(event name: UTF8Key, _ value: JSON) {
    let limit = WireLimits.event(name)
    guard value.bytes.count <= limit else { return refuse(event: name, size: value.bytes.count, limit: limit) }
    if name == "location" {
      guard let url = try? JSONSerializer().decode(String.self, from: value) else { return }
      location = url
    } else {
      // The event may be unknown to this server, because the page script may be newer than the server.
      logger.debug("a page reported an event", metadata: ["name": "\(name)"])
    }
    host?.pageTold("\(name)", value)
  }

  private func refuse(event name: UTF8Key, size: Int, limit: Int) {
    logger.warning(
      "an event of a page was refused: its value is too large",
      metadata: ["name": "\(name)", "bytes": "\(size)", "limit": "\(limit)"])
    guard let document, !document.hasRefusedEvent else { return }
    document.hasRefusedEvent = true
    let text = "bridge: the event \"\(name)\" was refused: it has \(size) bytes, and the limit is \(limit)."
    document.batch.body.add(.event(name: "refused", JSON(quoting: text)))
  }
}
