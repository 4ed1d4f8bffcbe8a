import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct BacklogTests {
  private var backlog = Backlog()

  private func evaluation(_ id: Int, _ key: String? = nil) -> Evaluation {
    Evaluation(
      content: .script("0"), line: .evaluate(id: id, script: "0"), document: nil, key: key.map(Evaluation.Key.named))
  }

  private mutating func add(_ id: Int, _ key: String? = nil) -> Int? {
    backlog.add(evaluation(id, key))?.callID
  }

  private mutating func rest() -> [Int] {
    var ids: [Int] = []
    while let evaluation = backlog.popFirst() { ids.append(evaluation.callID ?? 0) }
    return ids
  }

  @Test mutating func onlyTheNewestOfAKeyIsKeptAndComesWhenItWasSent() {
    let replaced = [add(1, "a"), add(2), add(3, "a"), add(4, "b"), add(5), add(6, "a")]
    #expect(replaced == [nil, nil, 1, nil, nil, 3])
    #expect(backlog.count == 4)
    #expect(rest() == [2, 4, 5, 6])
    #expect(backlog.isEmpty && backlog.bytes == 0)
    // An evaluation that has already been sent cannot be replaced.
    #expect(add(7, "a") == nil)
    #expect(rest() == [7])
  }

  @Test mutating func callsAreTakenBackWhereverTheyStand() {
    for id in 1...5 { _ = add(id, id == 3 ? "a" : nil) }
    for id in [1, 3, 5, 5, 99] { backlog.cancel(call: id) }
    #expect(add(6, "a") == nil)
    #expect(backlog.bytes == 3 * evaluation(1).line.weight)
    #expect(rest() == [2, 4, 6])
  }

  /// A replaced evaluation must not leave an empty entry in the backlog. Otherwise, replacing a value ten million times
  /// would leave ten million entries.
  @Test mutating func whatIsReplacedLeavesNothingBehind() {
    _ = add(0)
    for id in 1...100_000 {
      _ = add(id, "\(id % 10)")
      if backlog.places.count > 2 * backlog.count + 65 { Issue.record("\(backlog.places.count) places"); break }
    }
    #expect(backlog.count == 11)
    #expect(rest() == [0] + Array(99_991...100_000))
  }
}
