import Testing

@testable import DSBridge

/// Tests of ``IncomingCalls``, which has one record per call, from its start to its end.
@Suite(.timeLimit(.minutes(5))) struct IncomingCallsTests {
  private var calls = IncomingCalls()
  private let page = DocumentID(String(repeating: "a", count: 32))

  init() {
    _ = calls.show(page)
  }

  private mutating func arrive(_ number: Int) throws
    -> IncomingCalls.Arrival
  {
    calls.arrive(
      number, "f", of: try #require(page), deadline: .seconds(number), webView: "w", waiter: { _ in })
  }

  /// Registers a blocking call and begins it.
  private mutating func block(_ number: Int) throws -> CallID {
    guard case .new(let id) = try arrive(number) else { throw Unexpected() }
    _ = calls.begin(blocking: id)
    return id
  }

  private struct Unexpected: Error {}

  @Test mutating func anAskIsForgottenWhenItsAnswerHasLeftAndItsFunctionHasReturned() {
    let id = calls.id(1)
    _ = calls.begin(id, "f", as: .either)
    calls.start(id, at: .zero, reportAfter: nil, responder: nil)
    #expect(calls.running == 1)
    guard case .bySocket(hasValues: false) = calls.answer(id, with: []) else { Issue.record("not sent"); return }
    #expect(!calls.areSettled)
    calls.settle(1)
    #expect(calls.areSettled)
    #expect(calls[id] != nil)
    _ = calls.returned(id)
    #expect(calls[id] == nil)
    #expect(calls.running == 0)
  }

  @Test mutating func onlyTheFirstAnswerCounts() {
    let id = calls.id(1)
    _ = calls.begin(id, "f", as: .either)
    _ = calls.answer(id, with: [])
    guard case .late = calls.answer(id, with: []) else { Issue.record("answered twice"); return }
  }

  @Test mutating func anAnswerComesAfterItsValues() {
    let id = calls.id(1)
    _ = calls.begin(id, "f", as: .either)
    let isTaken = calls.addValue(id)
    #expect(isTaken)
    guard case .bySocket(hasValues: true) = calls.answer(id, with: []) else { Issue.record("not sent"); return }
    let isTakenLate = calls.addValue(id)
    #expect(!isTakenLate)
  }

  @Test mutating func aCompletionThatIsKeptCountsAsRunning() {
    let id = calls.id(1)
    _ = calls.begin(id, "f", as: .callback("cb"))
    #expect(calls.running == 0)
    calls.openCompletion(id)
    calls.settle(1)
    #expect(calls.running == 1)
    calls.closeCompletion(id)
    #expect(calls[id] == nil)
  }

  @Test mutating func aCopyOfABlockingCallJoinsIt() throws {
    let id = try block(1)
    guard case .joined(replacing: nil) = try arrive(1) else { Issue.record("not joined"); return }
    guard case .byCall(let waiters) = calls.answer(id, with: [7]) else { Issue.record("nobody waited"); return }
    #expect(waiters.count == 2)
    guard case .over(.answered([7])) = try arrive(1) else { Issue.record("not recorded"); return }
  }

  /// The number of requests that wait for the answer to one call is limited. The limit is larger than 2, because a
  /// proxy may repeat a request in addition to the page.
  @Test mutating func onlySoManyCopiesWait() throws {
    let id = try block(1)
    for copy in 2...1000 {
      guard case .joined(let replaced) = try arrive(1) else { Issue.record("not joined"); return }
      #expect((replaced == nil) == (copy <= IncomingCall.mostWaiters))
    }
    guard case .byCall(let waiters) = calls.answer(id, with: []) else { Issue.record("nobody waited"); return }
    #expect(waiters.count == IncomingCall.mostWaiters)
  }

  @Test mutating func theAnswerIsForgottenWhenThePageGoesOn() throws {
    let id = try block(1)
    _ = calls.answer(id, with: [7])
    calls.goOn()
    #expect(calls[id] == nil)
  }

  @Test mutating func anAnswerThatThePageHasGivenUpIsNotRecorded() throws {
    let id = try block(1)
    calls.goOn()
    guard case .over(.malformed) = try arrive(1) else { Issue.record("it is still waited for"); return }
    guard case .byCall(let waiters) = calls.answer(id, with: [7]) else { Issue.record("nobody waited"); return }
    #expect(waiters.count == 1)
    #expect(calls[id] == nil)
  }

  @Test mutating func aBlockingCallWaitsUntilItsDeadlineAlsoInTheQueue() throws {
    guard case .new(let early) = try arrive(1), case .new = try arrive(2) else { throw Unexpected() }
    #expect(calls.nextDeadline == .seconds(1))
    let line: (IncomingCall, Int) -> [UInt8] = { [UInt8($1)] }
    let due = calls.expire(at: .seconds(1), with: line)
    #expect(due.map(\.1) == [[1]])
    #expect(calls.nextDeadline == .seconds(2))
    // The first call is late, but the queue still runs its function.
    _ = calls.begin(blocking: early)
    guard case .late = calls.answer(early, with: [9]) else { Issue.record("answered twice"); return }
    guard case .over(.answered([1])) = try arrive(1) else { Issue.record("not recorded"); return }
  }

  @Test mutating func anotherDocumentLeavesNothingButFunctionsThatRun() throws {
    let ask = calls.id(1)
    _ = calls.begin(ask, "f", as: .either)
    calls.start(ask, at: .zero, reportAfter: nil, responder: nil)
    let kept = calls.id(2)
    _ = calls.begin(kept, "g", as: .callback("cb"))
    calls.openCompletion(kept)
    _ = try block(3)
    let left = calls.show(DocumentID(String(repeating: "b", count: 32)))
    #expect(left.waiters.count == 1)
    #expect(left.functions.count == 1)
    #expect(calls.areSettled)
    // A call counts until its function has returned. After the document has ended, a kept completion does not count.
    #expect(calls.running == 1)
    guard case .over(.gone) = try arrive(4) else { Issue.record("a call of the old document was taken"); return }
    #expect(calls.id(1) != ask)
    _ = calls.returned(ask)
    #expect(calls.running == 0)
  }

  @Test mutating func whatHasNoAnswerIsFoundInTheRecordsAndInTheMessages() throws {
    _ = calls.begin(calls.id(1), "f", as: .either)
    _ = calls.begin(calls.id(2), "g", as: .callback("cb"))
    _ = calls.begin(calls.id(3), "h", as: .either)
    calls.settle(3)
    let message = try PageMessage(parsing: Array("ack 0\nask 4 i null\npost 5 j cc null\ncall 6 k null".utf8))
    let unanswered = calls.unanswered(and: [message], after: 3)
    #expect(unanswered.map(\.number) == [1, 2, 4, 5])
    #expect(unanswered.map(\.method) == ["f", "g", "i", "j"])
    #expect(unanswered.map(\.callback) == [nil, "cb", nil, "cc"])
  }

  /// A wire message that is sent again may contain lines that were processed before. Here line 1 was processed before,
  /// so only the call in line 2 fails.
  @Test func aMessageThatWasTakenBeforeIsNotFailedAgain() throws {
    let message = try PageMessage(parsing: Array("ask 1 f null\nask 2 f null".utf8))
    #expect(calls.unanswered(and: [message], after: 1).map(\.number) == [2])
  }

  /// Reuses the number of a blocking call for an `ask`, which a correct page never does. The waiting request is
  /// informed, and the record belongs to the new call.
  @Test mutating func aMessageOfABlockingCallsNumberTakesItsPlace() throws {
    guard case .new(let id) = try arrive(1) else { throw Unexpected() }
    let displaced = calls.begin(id, "g", as: .either)
    #expect(displaced.count == 1)
    calls.start(id, at: .zero, reportAfter: nil, responder: nil)
    let dropped = calls.drop(id)
    #expect(dropped.isEmpty)
    #expect(calls.running == 1 && calls[id]?.form == .either)
  }

  @Test mutating func aFunctionIsReportedAtTwiceTheTimeAgainAndAgain() {
    let id = calls.id(1)
    _ = calls.begin(id, "f", as: .either)
    calls.start(id, at: .seconds(10), reportAfter: .seconds(5), responder: nil)
    let checks = [14, 15, 16, 20, 21].map { calls.overdue(at: .seconds($0)) }
    #expect(checks.map { $0.late.map(\.method) } == [[], ["f"], [], ["f"], []])
    #expect(checks.map(\.next) == [15, 20, 20, 30, 30].map { Duration.seconds($0) })
    let call = calls.returned(id)
    #expect(call?.function?.time.isReported == true)
    let (late, next) = calls.overdue(at: .seconds(100))
    #expect(late.isEmpty && next == nil)
  }
}
