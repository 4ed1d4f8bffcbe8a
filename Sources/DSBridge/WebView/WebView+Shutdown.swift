/// The server ends: what was accepted is answered, and nothing more is taken on.
extension WebView {
  /// Calls that come from now on fail, sequences end, the others go on. When all are answered the page is told that the
  /// server ends, its connection goes, and `completion` is called, in the web view's isolation. An answer that nobody
  /// can get, for want of a socket, is not waited for.
  package nonisolated func shutDown(completion: @escaping @Sendable () -> Void) {
    enqueue { webView in
      guard !webView.isShuttingDown else { return completion() }
      webView.isShuttingDown = true
      webView.farewell = completion
      guard let document = webView.document else { return }
      webView.running.endSequences(for: document.id, because: WebView.shutdownError("was answered to the end"))
    }
  }

  /// What has no answer fails, at once and whatever holds the queue; the page is told that the server ends, and its
  /// connection goes.
  package nonisolated func cutOff() {
    let error = WebView.shutdownError("was answered")
    blockingCalls.giveUp()
    accepted.cutOff(by: error, also: mailbox.waitingFrames, bye: WebView.bye(WebView.shutdownReason, shutdownMessage))
    enqueue { $0.running.cancelAll() }
  }

  nonisolated var shutdownMessage: String { "The server is shutting down." }
  static var shutdownReason: String { "shutdown" }

  static func shutdownError(_ what: String) -> BridgeError {
    BridgeError(.shutdown, "The server is shutting down, before the call \(what).")
  }

  /// At the end of a round.
  func leaveWhenAnswered() {
    guard let farewell, isAnswered else { return }
    self.farewell = nil
    sayBye(on: document?.channel, reason: WebView.shutdownReason, message: shutdownMessage, code: 1001)
    farewell()
  }

  private var isAnswered: Bool {
    guard let document, document.channel != nil else { return document?.inbox.isBlocking != true }
    return document.inbox.openCalls == 0 && accepted.isEmpty
  }

  /// It has told its page, and tells every socket that still comes.
  var isOver: Bool { isShuttingDown && farewell == nil }
}
