import Logging

/// The lifecycle of a web view, from its creation to its end.
extension WebView {
  enum Life {
    case open
    /// New calls are rejected. The completion is called when all answers have been sent.
    case shuttingDown(completion: @Sendable () -> Void)
    /// The page was informed that the server is shutting down. A page that connects later is informed as well.
    case shutDown
    /// The web view has ended. No calls wait for its page any more.
    case closed
  }

  /// Whether new calls from the page are accepted.
  var takesCalls: Bool { if case .open = life { true } else { false } }

  var isClosed: Bool { if case .closed = life { true } else { false } }

  // MARK: Documents

  /// Shows a document that has sent `hello`. `completion` is called in the web view's isolation with the number of the
  /// last numbered line that was accepted from the document. The number is nil if the document is neither new nor the
  /// current one, if the document was given up, or if the web view is closed.
  package nonisolated func open(
    _ id: DocumentID, isNew: Bool, at url: String, completion: @escaping @Sendable (Int?) -> Void
  ) {
    departures.arrive(id)
    enqueueOfPage(.item { completion($0.show(id, isNew: isNew, at: url)) })
  }

  private func show(_ id: DocumentID, isNew: Bool, at url: String) -> Int? {
    if let document, document.id == id {
      // If the document was given up, some of its lines were dropped, so the document cannot continue.
      guard !departures.isAbandoned(document.ordinal) else { return nil }
      document.activity += 1
      // The document may have announced on an earlier socket that it is closing. The `hello` shows that it continues to
      // exist.
      document.isLeft = false
      location = url
      return document.inbox.taken
    }
    guard isNew, !isClosed else { return nil }
    replaceDocument(by: id, because: BridgeError(.pageGone, "The page was left before it answered."))
    location = url
    host?.documentOpened(at: url)
    tell(.documentChanged(location: url))
    waitForReturn(of: id)
    return 0
  }

  /// Records that the document has announced that it is closing. Its socket will close soon. Messages that still arrive
  /// are processed until ``Limits/closeDelay`` has passed.
  package nonisolated func leave(_ id: DocumentID) {
    departures.leave(id)
    enqueueOfPage(
      .item { webView in
        guard let document = webView.document, document.id == id else { return }
        document.isLeft = true
        if document.channel == nil { webView.waitForReturn(of: id) }
      })
  }

  /// Ends the web view unless something is received from the document within ``Limits/reconnectTimeout``. For a
  /// document that has announced that it is closing, the timeout is ``Limits/closeDelay``, unless a successor document
  /// is expected.
  func waitForReturn(of id: DocumentID) {
    let activity = document?.activity
    let limit = document?.isLeft == true ? limits.closeDelay : limits.reconnectTimeout
    reconnectTimer?.cancel()
    reconnectTimer = scheduler.schedule(after: limit) { [weak self] in
      self?.perform { webView in
        guard let document = webView.document, document.id == id, document.channel == nil else { return }
        let isSilent = document.activity == activity && !webView.ledger.withCalls { $0.isBlocking }
        if isSilent, !document.isLeft || webView.host?.expectsDocument(after: id) != true {
          return webView.finish()
        }
        if isSilent { document.isLeft = false }
        webView.waitForReturn(of: id)
      }
    }
  }

  /// Replaces the current document with another document, or with none. All pending calls to page functions, and all
  /// sequences for the old document, fail with `error`.
  private func replaceDocument(by id: DocumentID?, because error: BridgeError) {
    let left = document
    let ordinal = ledger.show(id, because: error)
    document = id.map { Document(id: $0, ordinal: ordinal, sendWindow: limits.sendWindow) }
    guard let left else { return }
    departures.forget(left.id)
    if let observer { left.reportWaiting(to: observer, isGone: true) }
    left.channel?.close(code: 1001, reason: "the web view shows another document")
    readers.resumeAll()
    for call in pageCalls.removeAll(of: left.id) { fail(call, with: error) }
  }

  // MARK: Closing and shutdown

  /// Closes the web view. All pending calls to page functions, and all sequences for the page, fail with `pageGone`.
  func finish() {
    guard !isClosed else { return }
    let before = life
    life = .closed
    let error = BridgeError(.pageGone, "The page was closed.")
    interfaces = InterfaceTable()
    knownKeystone = (-1, nil)
    pageCalls.held = Backlog()
    host?.webViewClosed()
    replaceDocument(by: nil, because: error)
    for call in pageCalls.removeAll(of: nil) { fail(call, with: error) }
    releaseHandlers()
    tell(.closed)
    logger.debug("the web view is closed")
    if case .shuttingDown(let completion) = before { completion() }
  }

  /// Closes the web view without informing the page. Returns immediately.
  package nonisolated func end() {
    perform { $0.finish() }
  }

  /// Closes the web view. All pending calls to the page fail, and ``events`` ends. Returns immediately. Calls that were
  /// made before this one are performed first.
  ///
  /// A page that is still open reloads and then gets a new web view, because a server cannot close a tab that a person
  /// has opened.
  public nonisolated func close() {
    perform { $0.mustClose = true }
  }

  /// Reloads the page and keeps this web view. A disconnected page reloads when it reconnects.
  public nonisolated func reload() {
    perform { $0.document?.mustReload = true }
  }

  /// Shuts the web view down because the server is shutting down. Accepted calls are answered, and new calls fail.
  ///
  /// Sequences end with an error; other functions continue. When all calls have been answered, the page is informed
  /// that the server is shutting down, and its connection is closed. Then `completion` is called in the web view's
  /// isolation. If the document has no socket, only blocking calls are awaited, because other answers cannot reach the
  /// page.
  package nonisolated func shutDown(completion: @escaping @Sendable () -> Void) {
    perform { webView in
      guard webView.takesCalls else { return completion() }
      webView.life = .shuttingDown(completion: completion)
      webView.ledger.endSequences(because: WebView.shutdownError("was answered completely"))
    }
  }

  /// Performs a requested shutdown, close or reload. Called at the end of each run of the queue, after its answers were
  /// sent.
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
    let isConnected = document?.channel != nil
    guard case .shuttingDown(let completion) = life,
      ledger.withCalls({ isConnected ? $0.areSettled : !$0.isBlocking })
    else { return }
    life = .shutDown
    ledger.sayBye(.shutDown)
    completion()
  }

  /// Fails all unanswered calls immediately, even while a function blocks the queue. The page is informed that the
  /// server is shutting down, and its connection is closed.
  package nonisolated func cutOff() {
    let last = ledger.cutOff(by: WebView.shutdownError("was answered")) { mailbox.unfinished }
    if let (message, document) = last { tap?.sent(message, to: document) }
    perform { webView in
      for task in webView.ledger.withCalls({ $0.tasks }) { task.cancel() }
    }
  }

  static func shutdownError(_ what: String) -> BridgeError {
    BridgeError(.shutdown, "The server started to shut down before the call \(what).")
  }
}
