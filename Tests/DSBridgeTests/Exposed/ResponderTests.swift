import DSBridge
import DSBridgeLocks
import Testing

@Suite(.timeLimit(.minutes(5))) struct ResponderTests {
  /// A record of the values that a sink received.
  private final class Log: Sendable {
    private let entries = Mutex<[String]>([])

    var all: [String] { entries.withLock { $0 } }

    func add(_ result: Result<Reply?, any Error>, _ isLast: Bool) {
      let text =
        switch result {
        case .success(let reply): reply.map(\.json.description) ?? "end"
        case .failure(let error): BridgeError(wrapping: error).code.description
        }
      entries.withLock { $0.append(text + (isLast ? "!" : "")) }
    }
  }

  private let log = Log()

  private func makeResponder() -> Responder {
    Responder { [log] in log.add($0, $1) }
  }

  @Test func nothingFollowsTheLastValue() {
    let responder = makeResponder()
    responder.send(1, last: false)
    responder.send(2)
    responder.send(3)
    responder.fail(Failure())
    responder.finish()
    #expect(log.all == ["1", "2!"])
  }

  @Test func aValueThatCannotBeWrittenEndsIt() {
    let responder = makeResponder()
    responder.send(Double.nan, last: false)
    responder.send(1.0)
    #expect(log.all == ["result!"])
  }

  @Test func oneThatIsFreedSaysSo() {
    makeResponder().send(1, last: false)
    #expect(log.all == ["1", "dropped!"])
  }

  @Test func oneThatHasEndedIsFreedInSilence() {
    makeResponder().send(1)
    #expect(log.all == ["1!"])
  }

  @Test func nilIsAnEmptyString() {
    makeResponder().send(nil as Int?)
    #expect(log.all == [#"""!"#])
  }

  @Test func aSinkMayComeBack() {
    let again = Mutex<Responder?>(nil)
    let responder = Responder { [log] result, isLast in
      log.add(result, isLast)
      guard !isLast else { return }
      again.withLock { $0 }?.send(2)
    }
    again.withLock { $0 = responder }
    responder.send(1, last: false)
    again.withLock { $0 = nil }
    #expect(log.all == ["1", "2!"])
  }

  @Test func manyThreadsEndItOnce() async {
    let responder = makeResponder()
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask { responder.send(number, last: number == 100) }
      }
    }
    let entries = log.all
    #expect(entries.last == "100!")
    #expect(entries.filter { $0.hasSuffix("!") }.count == 1)
  }
}
