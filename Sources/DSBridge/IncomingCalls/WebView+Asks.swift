import DSBridgeLocks

/// The fast path for calls that return their results immediately.
extension WebView {
  /// Answers consecutive `ask` lines, as long as each of them calls a function that returns its result. Returns the
  /// index of the first line that was not answered.
  ///
  /// Such a call has no record in the ledger, and the state of the web view is updated once for all of these lines.
  /// Invalid lines are left to the normal path, which reports the error. All calls take the normal path if the program
  /// has replaced a part of the keystone, such as the serializer.
  func answerAsks(_ lines: Range<Int>, of message: PageMessage) -> Int {
    guard let document, takesCalls, observer == nil, !isInDebugMode, hasPlainKeystone(),
      let keystone = knownKeystone.keystone,
      hasRoom(isCounted: false)
    else { return lines.lowerBound }
    let version = knownKeystone.version
    var taken = document.inbox.taken
    // The batch collects the output that is sent later. Its body is moved to a local variable, so that adding a reply
    // does not access the document.
    var body = MessageBody()
    swap(&body, &document.batch.body)
    var function: FoundFunction?
    var index = lines.lowerBound
    while index < lines.upperBound, !departures.isAbandoned(document.ordinal) {
      let line = message.raw[index]
      guard line.verb == .ask, line.number == taken + 1 else { break }
      // A function may have replaced a part of the keystone for the calls that follow.
      guard keystoneVersion.load(ordering: .acquiring) == version, keystone.isPlain.load(ordering: .acquiring) else {
        break
      }
      let isAnother = function?.isCalled(by: line, of: message) != true
      if isAnother { function = interfaces.plainFunction(line, of: message) }
      guard let function, let answer = function.answer, function.name.utf8.count <= limits.maximumMethodNameSize else {
        break
      }
      let json = message.json(line)
      guard !isTooDeep(json) else { break }
      taken = line.number
      index += 1
      if isAnother { watchdog?.began(holding: function.name) } else { watchdog?.beganAgain() }
      let start = body.bytes.count
      do {
        defer { watchdog?.returned() }
        try body.addReply(line.number) { try answer(json, &$0) }
      } catch {
        let destination = Destination(
          call: ledgerID(line.number), method: function.name, form: .either, blocked: nil, isRecorded: false)
        body.add(failure(error, destination))
      }
      // A function in the isolation of the web view may have sent events. They precede its reply.
      if !document.batch.body.isEmpty {
        body.insert(document.batch.body, at: start)
        document.batch.body.removeAll()
      }
    }
    swap(&body, &document.batch.body)
    guard index > lines.lowerBound else { return index }
    watchdog?.endedHolding()
    document.inbox.taken = taken
    goOn(document)
    document.activity += index - lines.lowerBound
    document.batch.owesAcknowledgement = true
    return index
  }
}
