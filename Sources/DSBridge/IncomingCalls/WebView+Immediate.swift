import Locks

/// What is done at once, on the event loop that has read it (docs/decisions/0012).
extension WebView {
  /// Takes a frame if nothing before it is at work and no line of it may take long; false, and nothing was done,
  /// otherwise.
  nonisolated func takeNow(_ frame: PageFrame, of id: DocumentID, on channel: any DocumentChannel) -> Bool {
    switch frame.raw.last?.verb {
    case .hello, .cancel, .event, nil: return false
    // Worth a try only if there is a function that may run here.
    case .ask, .call, .post: guard mayBeImmediate.load(ordering: .relaxed) else { return false }
    case .acknowledgement, .value, .failure: break
    }
    return ifIdle((frame, id, channel)) { webView, arrived in
      let (frame, id, channel) = arrived
      guard webView.document?.id == id, webView.isImmediate(frame) else { return false }
      webView.take(frame, of: id, on: channel)
      webView.flush()
      return true
    }
  }

  /// As ``takeNow(_:of:on:)``, for the frame of a blocking call.
  nonisolated func answerNow(_ frame: PageFrame, _ number: Int, of id: DocumentID, as call: CallID) -> Bool {
    guard mayBeImmediate.load(ordering: .relaxed) else { return false }
    return ifIdle((frame, number, id, call)) { webView, arrived in
      let (frame, number, id, call) = arrived
      guard let document = webView.document, document.id == id, document.inbox.taken < number,
        webView.isImmediate(frame)
      else { return false }
      webView.take(frame, of: id, as: call)
      webView.flush()
      return true
    }
  }

  /// In bytes: what is longer takes its time to be looked through.
  private static let shortValue = 4 << 10

  private func isImmediate(_ frame: PageFrame) -> Bool {
    guard takesCalls, hasPlainKeystone(), frame.bytes.count <= WireLimits.parsedOnLoop else { return false }
    var function: FoundFunction?
    for line in frame.raw {
      switch line.verb {
      case .acknowledgement: continue
      case .ask, .call, .post:
        if function?.isCalled(by: line, of: frame) != true { function = interfaces.plainFunction(line, of: frame) }
        guard function?.isImmediate == true else { return false }
      case .value, .failure:
        guard !pageCalls.isAwaited(line.reference), line.verb == .failure || line.json.count < Self.shortValue else {
          return false
        }
      case .hello, .cancel, .event: return false
      }
    }
    return true
  }

  /// Whether what finds functions, reads arguments and writes results is the default. Asked at each call.
  func hasPlainKeystone() -> Bool {
    plainKeystone?.isPlain.load(ordering: .acquiring) == true
  }

  /// Nil when it is one of the program's own making.
  var plainKeystone: Keystone? {
    let version = keystoneVersion.load(ordering: .acquiring)
    if knownKeystone.version != version { knownKeystone = (version, keystone as? Keystone) }
    return knownKeystone.keystone
  }
}
