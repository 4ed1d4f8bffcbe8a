import Logging

/// What the layer that holds the sockets tells the web view. Everything takes its place in the queue.
extension WebView {
  /// A document said hello: it becomes the one this web view shows. `completion` gets the number of its messages taken
  /// so far, or nil if it is not new and not the one shown; in the web view's isolation.
  package nonisolated func open(
    _ id: DocumentID, isNew: Bool, at url: String, completion: @escaping @Sendable (Int?) -> Void
  ) {
    enqueueOfPage { completion($0.show(id, isNew: isNew, at: url)) }
  }

  /// A socket of the document is there; `received` is the last frame it has applied.
  package nonisolated func connect(_ channel: any DocumentChannel, to id: DocumentID, received: Int) {
    enqueueOfPage { $0.attach(channel, to: id, received: received) }
  }

  /// A socket ended. No effect when it is not the document's newest.
  /// - Parameter isFarewell: it ended as when a tab is closed; the document has said that it is left.
  package nonisolated func disconnect(_ channel: any DocumentChannel, isFarewell: Bool = false) {
    enqueueOfPage { webView in
      guard let document = webView.document, document.channel === channel else { return }
      webView.document?.channel = nil
      if isFarewell { webView.document?.isLeft = true }
      webView.accepted.connect(nil)
      webView.listeners.tell(.disconnected)
      webView.waitForReturn(of: document.id)
    }
  }

  /// The document says that its tab leaves it. Its socket is about to end; what it still says is heard.
  package nonisolated func leave(_ id: DocumentID) {
    enqueueOfPage { webView in
      guard let document = webView.document, document.id == id else { return }
      webView.document?.isLeft = true
      if document.channel == nil { webView.waitForReturn(of: id) }
    }
  }

  /// A frame arrived on a socket of the document. `weight` is what it holds in memory, in bytes: when much of that
  /// waits, the socket is not read for a while; when too much does, it is closed with 1013.
  package nonisolated func receive(
    _ frame: PageFrame, of id: DocumentID, on channel: any DocumentChannel, weight: Int = 0
  ) {
    if takeNow(frame, of: id, on: channel) { return }
    guard !enqueueOfPage(.frame(frame, of: id, on: channel), weight: weight) else { return }
    logger.warning("a socket was closed: too much of its page waits to be processed", metadata: ["document": "\(id)"])
    channel.close(code: 1013, reason: "too much waits to be processed")
  }

  /// How a blocking call ends.
  package enum CallOutcome: Sendable {
    /// One line: `reply` or `fail`.
    case answered([UInt8])
    case malformed(String)
    /// The document is not, or no longer, the one shown.
    case gone
    /// Too much of it waits already.
    case busy
  }

  /// The frame of a blocking call: what the page has not yet seen acknowledged, then the call. `completion` is called
  /// once, on any thread.
  package nonisolated func answer(
    _ frame: PageFrame, of id: DocumentID, weight: Int, completion: @escaping @Sendable (CallOutcome) -> Void
  ) {
    guard case .message(let number, .call(let method, let arguments)) = frame.last else {
      return completion(.malformed("the last line is not a call"))
    }
    let page = BlockedPage(webView: self.id, method: method)
    let isAnswered = answerNow(frame, number, of: id) { webView in
      webView.take(frame, thenCall: number, method, arguments, of: id, blocking: page, answer: completion)
    }
    if isAnswered { return }
    let waiting = blockingCalls.add(
      {
        page.release()
        completion($0)
      }, late: { [weak self] in self?.giveUp(number, method, of: id, because: $0) ?? .gone })
    let isTaken = enqueueOfPage(weight: weight) { webView in
      webView.take(frame, thenCall: number, method, arguments, of: id, blocking: page) {
        webView.blockingCalls.answer(waiting, with: $0)
      }
    }
    if !isTaken { blockingCalls.answer(waiting, with: .busy) }
  }

  /// Nobody waits for ever: a blocking call that has no answer in time, or before the server ends, gets an error. The
  /// function runs on.
  private nonisolated func giveUp(
    _ number: Int, _ method: String, of id: DocumentID, because reason: BlockingCallTable.Reason
  ) -> CallOutcome {
    let error =
      switch reason {
      case .timeLimit: BridgeError(.timeout, "\"\(method)\" has not answered within \(limits.blockingCallTimeLimit).")
      case .shutdown: WebView.shutdownError("was answered")
      }
    let line = ServerLine.fail(number: number, error.json(method: method))
    // That is its answer from now on, also for a copy of the call that arrives later.
    enqueue { webView in
      guard webView.document?.id == id else { return }
      guard case .byCall(let waiters, let bytes) = webView.document?.inbox.answer(number, with: line) else { return }
      for waiter in waiters { waiter(bytes) }
    }
    return .answered(ServerLine.frame(of: [line]))
  }

  func sayBye(on channel: (any DocumentChannel)?, reason: String, message: String, code: UInt16) {
    guard let channel, let bye = WebView.bye(reason, message) else { return }
    channel.send(ServerLine.frame(of: [bye]))
    channel.close(code: code, reason: reason)
  }

  static func bye(_ reason: String, _ message: String) -> ServerLine? {
    (try? JSONSerializer().encode(Bye(reason: reason, message: message))).map(ServerLine.bye)
  }

  private struct Bye: Encodable {
    var reason: String
    var message: String
  }

  /// Tells the page whether it must ask before it navigates.
  package nonisolated func setIntercepting(_ isIntercepting: Bool) {
    enqueue { webView in
      guard webView.isIntercepting != isIntercepting else { return }
      webView.isIntercepting = isIntercepting
      guard webView.document != nil else { return }
      webView.turn.body.add(.event(name: "intercept", JSON(isIntercepting ? "true" : "false")))
    }
  }

  // MARK: In the queue

  private func show(_ id: DocumentID, isNew: Bool, at url: String) -> Int? {
    if let document, document.id == id {
      self.document?.activity += 1
      // It is here, whatever an earlier socket of it has said.
      self.document?.isLeft = false
      location = url
      return document.inbox.taken
    }
    guard isNew, !isClosed else { return nil }
    leaveDocument(because: BridgeError(.pageGone, "The page was left before it answered."))
    document = Document(id: id, maximumSentAheadSize: limits.maximumSentAheadSize)
    location = url
    listeners.tell(.documentChanged(location: url))
    waitForReturn(of: id)
    return 0
  }

  private func attach(_ channel: any DocumentChannel, to id: DocumentID, received: Int) {
    guard let document, document.id == id, let missing = self.document?.outbox.resume(after: received) else {
      // It would come back for ever with the same hello.
      let message = "This document is not shown any more, or says that it has what was never sent."
      return sayBye(on: channel, reason: "gone", message: message, code: 1008)
    }
    let isFirst = !document.hasConnected
    if let older = document.channel {
      older.close(code: 4000, reason: "a newer socket of this document")
      listeners.tell(.disconnected)
    }
    guard !isOver else {
      return sayBye(on: channel, reason: WebView.shutdownReason, message: shutdownMessage, code: 1001)
    }
    self.document?.channel = channel
    accepted.connect(channel)
    self.document?.hasConnected = true
    self.document?.isLeft = false
    self.document?.activity += 1
    graceTimer?.cancel()
    channel.send(
      ServerLine.frame(of: [.welcome(confirmed: document.inbox.taken, intercept: isIntercepting)]))
    for frame in missing { channel.send(frame) }
    listeners.tell(isFirst ? .connected : .resumed)
  }

  private struct ProtocolError: Error {
    let problem: String
  }

  func take(_ frame: PageFrame, of id: DocumentID, on channel: any DocumentChannel) {
    guard document?.id == id else {
      return logger.debug("a frame of an older document was dropped", metadata: ["document": "\(id)"])
    }
    do throws(ProtocolError) {
      try take(frame.raw.indices, of: frame)
    } catch {
      logger.warning("a socket was closed", metadata: ["document": "\(id)", "reason": "\(error.problem)"])
      channel.close(code: 1002, reason: error.problem)
    }
  }

  private func take(_ lines: Range<Int>, of frame: PageFrame) throws(ProtocolError) {
    var index = lines.lowerBound
    while index < lines.upperBound {
      if frame.raw[index].verb == .ask {
        let next = answerAsks(index..<lines.upperBound, of: frame)
        if next > index {
          index = next
          continue
        }
      }
      try take(frame.line(frame.raw[index]))
      index += 1
    }
  }

  private func take(_ line: PageLine) throws(ProtocolError) {
    document?.activity += 1
    switch line {
    case .hello:
      throw ProtocolError(problem: "a second hello")
    case .acknowledgement(let number):
      guard document?.outbox.acknowledge(number) == true else {
        throw ProtocolError(problem: "frame \(number) is acknowledged and was never sent")
      }
    case .message(let number, let message):
      switch document?.inbox.take(number) {
      case .new:
        turn.owesAcknowledgement = true
        try handle(message, number: number)
      case .seen:
        turn.owesAcknowledgement = true
      case .gap, nil:
        throw ProtocolError(problem: "message \(number) came before those that precede it")
      }
    }
  }

  /// Of a frame whose last line is that call.
  private func take(
    _ frame: PageFrame, thenCall number: Int, _ method: String, _ arguments: JSON, of id: DocumentID,
    blocking page: BlockedPage, answer: @escaping @Sendable (CallOutcome) -> Void
  ) {
    guard document?.id == id else { return answer(.gone) }
    let waiter: OpenCall.Waiter = { line in answer(line.map(CallOutcome.answered) ?? .gone) }
    do throws(ProtocolError) {
      try take(frame.raw.indices.dropLast(), of: frame)
      switch document?.inbox.take(number) {
      case .new:
        document?.activity += 1
        document?.inbox.start(number, waiter: waiter)
        invoke(method, arguments, number: number, as: .result, blocking: page)
      case .seen:
        switch document?.inbox.join(number, waiter: waiter) {
        case .answered(let line): answer(.answered(line))
        case .joined: break
        case .forgotten, nil: answer(.malformed("call \(number) was answered long ago"))
        }
      case .gap, nil:
        throw ProtocolError(problem: "call \(number) came before the messages that precede it")
      }
    } catch {
      answer(.malformed(error.problem))
    }
  }

  private func handle(_ message: PageMessage, number: Int) throws(ProtocolError) {
    switch message {
    case .call:
      throw ProtocolError(problem: "call \(number) is not the last line of a request")
    case .ask(let method, let arguments):
      document?.inbox.start(number, waiter: nil)
      invoke(method, arguments, number: number, as: .either)
    case .cancel(let asked):
      cancelInvocation(asked)
    case .post(let method, let callback, let arguments):
      accepted.add(number, method, callback: callback)
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
      releaseHeldEvaluations()
    case .event("location", let json):
      if json.bytes.count <= 8 << 10, let url = try? JSONSerializer().decode(String.self, from: json) { location = url }
    case .event(let name, _):
      // Newer pages may tell more than this server knows.
      logger.debug("an event of the page", metadata: ["name": "\(name)"])
    }
  }
}
