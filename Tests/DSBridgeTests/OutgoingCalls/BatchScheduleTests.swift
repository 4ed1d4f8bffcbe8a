import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct BatchScheduleTests {
  private var schedule = BatchSchedule(interval: .milliseconds(50))
  private let one = [Evaluation(content: .script("1"), line: .evaluate(id: 1, script: "1"))]

  @Test mutating func theFirstLeavesAtOnceAndTheNextAfterTheInterval() {
    let result1 = schedule.add(one, at: .zero)
    #expect(result1 == .sendNow)
    let result2 = schedule.due(at: .zero)
    #expect(result2.count == 1)
    let result3 = schedule.add(one, at: .milliseconds(20))
    #expect(result3 == .wait(.milliseconds(30)))
    let result4 = schedule.add(one, at: .milliseconds(30))
    #expect(result4 == .nothing)
    let result5 = schedule.due(at: .milliseconds(50))
    #expect(result5.count == 2)
    let result6 = schedule.add(one, at: .milliseconds(100))
    #expect(result6 == .sendNow)
  }

  @Test mutating func nothingIsNoReasonToSend() {
    let result7 = schedule.add([], at: .zero)
    #expect(result7 == .nothing)
    let result8 = schedule.due(at: .zero)
    #expect(result8.isEmpty)
  }

  @Test mutating func aSingleOnePassesAfterAQuietTimeOnly() {
    let result9 = schedule.passes(at: .zero)
    #expect(result9)
    let result10 = schedule.passes(at: .milliseconds(49))
    #expect(!result10)
    let result11 = schedule.passes(at: .milliseconds(50))
    #expect(result11)
    let result12 = schedule.add(one, at: .milliseconds(60))
    #expect(result12 == .wait(.milliseconds(40)))
    let result13 = schedule.passes(at: .milliseconds(100))
    #expect(!result13)
  }
}
