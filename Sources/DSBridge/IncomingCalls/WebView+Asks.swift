import Locks

/// The short way of calls.
extension WebView {
  /// Answers those lines of the frame that each call a function which returns its result, by an `ask`, up to the first
  /// one that does not, and gives back which that is.
  ///
  /// Such a call never is among those that wait, and what it changes of the web view is changed once for all of them.
  /// Nothing is refused here: any line that is not as it should be goes the long way, as does all that a replaced part
  /// of the keystone does.
  func answerAsks(_ lines: Range<Int>, of frame: PageFrame) -> Int {
    guard let document, takesCalls, observer == nil, hasPlainKeystone(), let keystone = knownKeystone.keystone,
      hasRoom(isCounted: false)
    else { return lines.lowerBound }
    let version = knownKeystone.version
    var taken = document.inbox.taken
    // Nothing else of the web view happens until it is put back: a function that runs now can only take its place in
    // the queue.
    var body = FrameBody()
    swap(&body, &document.batch.body)
    var function: FoundFunction?
    var index = lines.lowerBound
    while index < lines.upperBound, !departures.isAbandoned(document.ordinal) {
      let line = frame.raw[index]
      guard line.verb == .ask, line.number == taken + 1 else { break }
      // A function may have replaced a part for the calls that follow.
      guard keystoneVersion.load(ordering: .acquiring) == version, keystone.isPlain.load(ordering: .acquiring) else {
        break
      }
      let isAnother = function?.isCalled(by: line, of: frame) != true
      if isAnother { function = interfaces.plainFunction(line, of: frame) }
      guard let function, function.isSynchronous, function.name.utf8.count <= limits.maximumMethodNameSize else {
        break
      }
      let json = frame.json(line)
      guard !isTooDeep(json) else { break }
      taken = line.number
      index += 1
      if isAnother { watchdog?.began(holding: function.name) } else { watchdog?.beganAgain() }
      do {
        defer { watchdog?.returned() }
        try body.addReply(line.number) { try function.answer(json, to: &$0) }
      } catch {
        let destination = Destination(
          call: ledgerID(line.number), method: function.name, form: .either, blocked: nil, isRecorded: false)
        body.add(failure(error, destination))
      }
    }
    swap(&body, &document.batch.body)
    guard index > lines.lowerBound else { return index }
    watchdog?.endedHolding()
    document.inbox.take(through: taken)
    goOn(document)
    document.activity += index - lines.lowerBound
    document.batch.owesAcknowledgement = true
    return index
  }
}
