/// The result of a run.
struct Verdict: CustomStringConvertible {
  private(set) var pages = 0
  private(set) var toSwift = 0
  private(set) var toPages = 0
  private(set) var lost = 0
  private(set) var duplicated = 0
  private(set) var reordered = 0
  /// The number of blocking calls that failed in the page.
  private(set) var failed = 0
  /// The number of blocking calls among the messages to Swift.
  private(set) var blocking = 0
  private(set) var wrong: [String] = []

  /// Whether few enough blocking calls failed for the run to be meaningful. A failed call counts neither as lost nor as
  /// answered. On a bad network, a few in a thousand fail.
  private var isTelling: Bool { failed * 10 <= blocking }

  var isGood: Bool { pages > 0 && lost == 0 && duplicated == 0 && reordered == 0 && wrong.isEmpty && isTelling }

  mutating func add(_ name: String, _ page: PageTally, _ tally: SwiftTally?) {
    guard let swift = tally?.value else { return wrong.append("\(name) has not begun") }
    pages += 1
    toSwift += page.sent
    toPages += swift.sent
    failed += page.failed.count
    blocking += page.blocking
    if page.blocking >= 20, page.failed.count * 2 > page.blocking {
      wrong.append("\(name): \(page.failed.count) of \(page.blocking) blocking calls failed")
    }
    duplicated += swift.seen.duplicated + page.seen.duplicated
    reordered += swift.seen.reordered + page.seen.reordered
    wrong += page.wrong + swift.wrong
    for (direction, numbers) in [
      ("to Swift", swift.seen.lost(of: page.sent).subtracting(page.failed)), ("to it", page.seen.lost(of: swift.sent)),
    ] where !numbers.isEmpty {
      lost += numbers.count
      wrong.append("\(name): lost on the way \(direction): \(numbers.sorted().prefix(10))")
    }
    let unanswered = swift.sent - swift.answered - swift.wrong.count
    if unanswered != 0 { wrong.append("\(name) has not answered \(unanswered) of \(swift.sent)") }
    let missing = page.sent - page.failed.count - page.answers - page.wrong.count
    if missing != 0 { wrong.append("\(name) got no answer to \(missing) of \(page.sent)") }
  }

  mutating func addProblem(_ problem: String) {
    wrong.append(problem)
  }

  var description: String {
    """
    \(isGood ? "passed" : "FAILED"): \(lost) lost, \(duplicated) duplicated, \(reordered) reordered, \(wrong.count) wrong; \
    \(pages) pages, \(toSwift) messages to Swift (\(failed) of \(blocking) blocking calls failed in the page), \(toPages) to the pages
    """ + wrong.prefix(20).map { "\n  \($0)" }.joined()
  }
}
