import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct JavaScriptEvaluatorTests {
  private func evaluation(_ number: Int) -> Evaluation {
    Evaluation(content: .script("\(number)"), line: .evaluate(id: number, script: "0"), document: nil)
  }

  @Test func theFirstAfterAQuietTimeLeavesAtOnceAndTheRestInSlots() async {
    let clock = TestClock()
    let evaluator = JavaScriptEvaluator(interval: .milliseconds(50), clock: clock)
    let (batches, sink) = AsyncStream<(Int, [Int])>.makeStream()
    let leave: @Sendable ([Evaluation]) -> Void = { batch in
      sink.yield(
        (
          Int(clock.now.offset / .milliseconds(1)),
          batch.compactMap { if case .evaluate(let id, _) = $0.line { id } else { nil } }
        ))
    }
    var left = batches.makeAsyncIterator()

    evaluator.evaluate([evaluation(1), evaluation(2)], leave: leave)
    #expect(await left.next()! == (0, [1, 2]))

    clock.advance(by: .milliseconds(10))
    evaluator.evaluate([evaluation(3)], leave: leave)
    clock.advance(by: .milliseconds(10))
    evaluator.evaluate([evaluation(4)], leave: leave)
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(29))
    evaluator.evaluate([evaluation(5)], leave: leave)
    clock.advance(by: .milliseconds(1))
    #expect(await left.next()! == (50, [3, 4, 5]))
  }

  @Test func noBatchOvertakesOneThatIsBeingSent() async {
    let clock = TestClock()
    let evaluator = JavaScriptEvaluator(interval: .milliseconds(50), clock: clock)
    let (events, sink) = AsyncStream<String>.makeStream()
    let second = [evaluation(2)]
    evaluator.evaluate([evaluation(1)]) { _ in
      clock.advance(by: .milliseconds(60))
      evaluator.evaluate(second) { _ in sink.yield("another") }
      sink.yield("first")
    }
    await clock.sleepers(1)
    clock.advance(by: .milliseconds(50))
    evaluator.evaluate([evaluation(3)]) { _ in sink.yield("another") }
    var received = events.makeAsyncIterator()
    #expect(await received.next() == "first")
    // The handler of the first batch also receives the evaluations that were added in the meantime.
    #expect(await received.next() == "first")
  }
}
