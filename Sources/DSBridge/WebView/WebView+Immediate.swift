import Synchronization

/// What is done at once, on the event loop that has read it (docs/decisions/0012).
extension WebView {
  /// Takes a frame if nothing before it is at work and no line of it may take long; false, and nothing was done, otherwise.
  nonisolated func takeNow(_ frame: PageFrame, of id: DocumentID, on channel: any DocumentChannel) -> Bool {
    ifIdle((frame, id, channel)) { webView, arrived in
      let (frame, id, channel) = arrived
      guard webView.document?.id == id, webView.isImmediate(frame) else { return false }
      webView.take(frame, of: id, on: channel)
      webView.endTurn()
      return true
    }
  }

  /// As ``takeNow(_:of:on:)``, for the frame of a blocking call that was never seen before.
  nonisolated func answerNow(
    _ frame: PageFrame, _ number: Int, of id: DocumentID, _ take: @escaping @Sendable (isolated WebView) -> Void
  ) -> Bool {
    ifIdle((frame, number, id, take)) { webView, arrived in
      let (frame, number, id, take) = arrived
      guard webView.document?.id == id, let taken = webView.document?.inbox.taken, taken < number,
        webView.isImmediate(frame)
      else { return false }
      take(webView)
      webView.endTurn()
      return true
    }
  }

  /// In bytes: what is longer takes its time to be looked through.
  private static let shortValue = 4 << 10

  private func isImmediate(_ frame: PageFrame) -> Bool {
    guard !isShuttingDown, hasPlainKeystone() else { return false }
    return frame.lines.allSatisfy { line in
      switch line {
      case .acknowledgement: true
      case .message(_, .ask(let method, _)), .message(_, .call(let method, _)), .message(_, .post(let method, _, _)):
        interfaces.plainFunction(method)?.isImmediate == true
      case .message(_, .value(let id, _, let value)): !calls.isAwaited(id) && value?.bytes.count ?? 0 < Self.shortValue
      case .message(_, .failure(let id, _)): !calls.isAwaited(id)
      case .hello, .message: false
      }
    }
  }

  /// Whether what finds functions, reads arguments and writes results is the default. Asked at each call.
  private func hasPlainKeystone() -> Bool {
    plainKeystone?.isPlain.load(ordering: .acquiring) == true
  }

  /// Nil when it is one of the program's own making.
  var plainKeystone: Keystone? {
    let version = keystoneVersion.load(ordering: .acquiring)
    if knownKeystone.version != version { knownKeystone = (version, keystone as? Keystone) }
    return knownKeystone.keystone
  }

  /// The short way of an `ask` of a function that returns its result: it never is among the calls that wait. False when it must go the long way.
  func answerAtOnce(_ name: String, _ json: JSON, number: Int) -> Bool {
    guard !isShuttingDown, hasPlainKeystone(), let body = interfaces.plainFunction(name)?.synchronous else {
      return false
    }
    do {
      try checkLimits(of: name, json, isOpen: false)
      watchdog?.beganToHold(name)
      defer { watchdog?.endedHolding() }
      turn.body.addReply(number, try body(Arguments(plain: json)).json)
    } catch {
      guard let id = document?.id else { return true }
      let destination = Destination(document: id, number: number, method: name, form: .either, blocked: nil)
      turn.body.add(failure(error, destination))
    }
    return true
  }
}
