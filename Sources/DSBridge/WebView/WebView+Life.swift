import Logging

/// The end of a document, and of the web view.
extension WebView {
  /// Gives the document up unless something is heard of it within the grace time; soon if it has said that it is left.
  func waitForReturn(of id: DocumentID) {
    let activity = document?.activity
    let limit = document?.isLeft == true ? limits.leaveTime : limits.graceTime
    graceTimer?.cancel()
    graceTimer = Alarm(after: limit, by: clock) { [weak self] in
      self?.enqueue { webView in
        guard let document = webView.document, document.id == id, document.channel == nil else { return }
        let isSilent = document.activity == activity && !document.inbox.isBlocking
        if isSilent, !document.isLeft || webView.expectsDocument?(id) != true { return webView.close() }
        if isSilent { webView.document?.isLeft = false }
        webView.waitForReturn(of: id)
      }
    }
  }

  /// Everything that waits for the page fails; the web view is of no more use.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    let error = BridgeError(.pageGone, "The page is gone.")
    interfaces = InterfaceTable()
    held = Backlog()
    closeHandler?()
    leaveDocument(because: error)
    for completion in calls.abandon(nil) { completion(.failure(error), true) }
    releaseHandlers()
    listeners.end(with: .closed)
    logger.debug("the web view is closed")
  }

  /// As when its page is gone for good, whether or not it is. Waits for nothing.
  package nonisolated func end() {
    enqueue { $0.close() }
  }

  func leaveDocument(because error: BridgeError) {
    guard let left = document else { return }
    document = nil
    turn = Turn()
    left.channel?.close(code: 1001, reason: "the web view shows another document")
    for waiter in left.inbox.abandon() { waiter(nil) }
    accepted.reset()
    running.endSequences(for: left.id, because: error)
    readers.resumeAll()
    for completion in calls.abandon(left.id) { completion(.failure(error), true) }
  }
}
