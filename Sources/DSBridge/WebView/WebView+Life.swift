import Logging

/// A web view's life, from its beginning to its end.
extension WebView {
  enum Life {
    case open
    /// No more calls are taken on. The completion is called when the page has all its answers.
    case shuttingDown(completion: @Sendable () -> Void)
    /// It has told its page that the server ends, and tells every socket that still comes.
    case shutDown
    /// Its page is gone for good.
    case closed
  }

  /// Whether calls of the page are taken on.
  var takesCalls: Bool { if case .open = life { true } else { false } }

  var isClosed: Bool { if case .closed = life { true } else { false } }

  // MARK: Documents come and go

  /// A document said hello: it becomes the one this web view shows. `completion` gets the number of its messages taken
  /// so far, or nil if it is not new and not the one shown; in the web view's isolation.
  package nonisolated func open(
    _ id: DocumentID, isNew: Bool, at url: String, completion: @escaping @Sendable (Int?) -> Void
  ) {
    departures.arrive(id)
    enqueueOfPage(.item { completion($0.show(id, isNew: isNew, at: url)) })
  }

  private func show(_ id: DocumentID, isNew: Bool, at url: String) -> Int? {
    if let document, document.id == id {
      // Some of what it said was dropped: it cannot go on.
      guard !departures.isAbandoned(document.ordinal) else { return nil }
      document.activity += 1
      // It is here, whatever an earlier socket of it has said.
      document.isLeft = false
      location = url
      return document.inbox.taken
    }
    guard isNew, !isClosed else { return nil }
    replaceDocument(by: id, because: BridgeError(.pageGone, "The page was left before it answered."))
    location = url
    host?.documentOpened(at: url)
    listeners.tell(.documentChanged(location: url))
    waitForReturn(of: id)
    return 0
  }

  /// The document says that its tab leaves it. Its socket is about to end; what it still says is heard, within the time
  /// that such a document has.
  package nonisolated func leave(_ id: DocumentID) {
    departures.leave(id)
    enqueueOfPage(
      .item { webView in
        guard let document = webView.document, document.id == id else { return }
        document.isLeft = true
        if document.channel == nil { webView.waitForReturn(of: id) }
      })
  }

  /// Gives the document up unless something is heard of it within the grace time; soon if it has said that it is left.
  func waitForReturn(of id: DocumentID) {
    let activity = document?.activity
    let limit = document?.isLeft == true ? limits.leaveTime : limits.graceTime
    graceTimer?.cancel()
    graceTimer = scheduler.schedule(after: limit) { [weak self] in
      self?.enqueue { webView in
        guard let document = webView.document, document.id == id, document.channel == nil else { return }
        let isSilent = document.activity == activity && !webView.ledger.isBlocking
        if isSilent, !document.isLeft || webView.host?.expectsDocument(after: id) != true {
          return webView.finish()
        }
        if isSilent { document.isLeft = false }
        webView.waitForReturn(of: id)
      }
    }
  }

  /// What waits for the page that was shown fails.
  private func replaceDocument(by id: DocumentID?, because error: BridgeError) {
    let left = document
    let ordinal = ledger.show(id, because: error)
    document = id.map { Document(id: $0, ordinal: ordinal, maximumSentAheadSize: limits.maximumSentAheadSize) }
    guard let left else { return }
    departures.forget(left.id)
    if let observer { left.reportWaiting(to: observer, isGone: true) }
    left.channel?.close(code: 1001, reason: "the web view shows another document")
    readers.resumeAll()
    for call in pageCalls.removeAll(of: left.id) { call.completion(.failure(error), true) }
  }

  // MARK: The end

  /// Everything that waits for the page fails; the web view is of no more use.
  func finish() {
    guard !isClosed else { return }
    let before = life
    life = .closed
    let error = BridgeError(.pageGone, "The page is gone.")
    interfaces = InterfaceTable()
    knownKeystone = (-1, nil)
    held = Backlog()
    host?.webViewClosed()
    replaceDocument(by: nil, because: error)
    for call in pageCalls.removeAll(of: nil) { call.completion(.failure(error), true) }
    releaseHandlers()
    listeners.end(with: .closed)
    logger.debug("the web view is closed")
    if case .shuttingDown(let completion) = before { completion() }
  }

  /// As when its page is gone for good, whether or not it is. Waits for nothing.
  package nonisolated func end() {
    enqueue { $0.finish() }
  }

  /// Ends the web view: what waits for its page fails, and ``events`` end. Waits for nothing; what was done before this
  /// call comes first.
  ///
  /// A page that is still there loads anew, as another web view: no server can close a tab that a person has opened.
  public nonisolated func close() {
    enqueue { $0.mustClose = true }
  }

  /// Has the page load anew, in this web view. One that has no connection does so when it is back.
  public nonisolated func reload() {
    enqueue { $0.document?.mustReload = true }
  }

  /// The server ends: what was accepted is answered, and nothing more is taken on.
  ///
  /// Calls that come from now on fail, sequences end, the others go on. When all are answered the page is told that the
  /// server ends, its connection goes, and `completion` is called, in the web view's isolation. An answer that nobody
  /// can get, for want of a socket, is not waited for.
  package nonisolated func shutDown(completion: @escaping @Sendable () -> Void) {
    enqueue { webView in
      guard webView.takesCalls else { return completion() }
      webView.life = .shuttingDown(completion: completion)
      webView.ledger.endSequences(because: WebView.shutdownError("was answered to the end"))
    }
  }

  /// At the end of a round, when its answers have left.
  func endAfterRound() {
    shutDownWhenAnswered()
    if mustClose, !isClosed {
      ledger.sayBye(.closed)
      finish()
    } else if let document, document.mustReload, document.channel != nil, !document.hasSaidBye {
      document.hasSaidBye = true
      ledger.sayBye(.reload)
    }
  }

  private func shutDownWhenAnswered() {
    guard case .shuttingDown(let completion) = life, isAnswered else { return }
    life = .shutDown
    ledger.sayBye(.shutDown)
    completion()
  }

  private var isAnswered: Bool {
    document?.channel == nil ? !ledger.isBlocking : ledger.areSettled
  }

  /// What has no answer fails, at once and whatever holds the queue; the page is told that the server ends, and its
  /// connection goes.
  package nonisolated func cutOff() {
    ledger.cutOff(by: WebView.shutdownError("was answered")) { mailbox.waiting }
    enqueue { $0.ledger.cancelAll() }
  }

  static func shutdownError(_ what: String) -> BridgeError {
    BridgeError(.shutdown, "The server is shutting down, before the call \(what).")
  }
}
