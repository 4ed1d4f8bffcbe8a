import DSBridgeLocks

/// Wire messages that are processed immediately, on the event loop that has read them (docs/decisions/0012).
extension WebView {
  /// Processes a wire message if nothing else is pending and none of its lines can take long to process. Otherwise
  /// returns false and does nothing.
  nonisolated func takeNow(_ message: PageMessage, of id: DocumentID, on channel: any DocumentChannel) -> Bool {
    switch message.raw.last?.verb {
    case .hello, .cancel, .event, nil: return false
    // Messages with calls are tried only if some function may run on an event loop.
    case .ask, .call, .post: guard mayBeImmediate.load(ordering: .relaxed) else { return false }
    case .acknowledgement, .value, .failure: break
    }
    return ifIdle((message, id, channel)) { webView, arrived in
      let (message, id, channel) = arrived
      guard webView.document?.id == id, webView.isImmediate(message) else { return false }
      webView.take(message, of: id, on: channel)
      webView.flush()
      return true
    }
  }

  /// Processes the wire message of a blocking call under the same conditions as ``takeNow(_:of:on:)``.
  nonisolated func answerNow(_ message: PageMessage, _ number: Int, of id: DocumentID, as call: CallID) -> Bool {
    guard mayBeImmediate.load(ordering: .relaxed) else { return false }
    return ifIdle((message, number, id, call)) { webView, arrived in
      let (message, number, id, call) = arrived
      guard let document = webView.document, document.id == id, document.inbox.taken < number,
        webView.isImmediate(message)
      else { return false }
      webView.take(message, of: id, as: call)
      webView.flush()
      return true
    }
  }

  /// The size of a value, in bytes, at which parsing begins to take too long for an event loop.
  private static let shortValue = 4 << 10

  private func isImmediate(_ message: PageMessage) -> Bool {
    guard takesCalls, hasPlainKeystone(), message.bytes.count <= WireLimits.parsedOnLoop else { return false }
    var function: FoundFunction?
    for line in message.raw {
      switch line.verb {
      case .acknowledgement: continue
      case .ask, .call, .post:
        if function?.isCalled(by: line, of: message) != true { function = interfaces.plainFunction(line, of: message) }
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

  /// Returns whether the method resolver, the dispatcher and the serializer are the default ones. Called for each call.
  func hasPlainKeystone() -> Bool {
    plainKeystone?.isPlain.load(ordering: .acquiring) == true
  }

  /// The keystone; nil if the program has replaced it with a keystone of another type.
  var plainKeystone: Keystone? {
    let version = keystoneVersion.load(ordering: .acquiring)
    if knownKeystone.version != version { knownKeystone = (version, keystone as? Keystone) }
    return knownKeystone.keystone
  }
}
