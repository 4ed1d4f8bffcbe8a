import Testing

@testable import DSBridge

@Suite struct TimekeeperTests {
  private let timekeeper = Timekeeper()

  private func after(_ delay: Duration) async {
    await withCheckedContinuation { continuation in
      _ = timekeeper.add(after: delay) { continuation.resume() }
    }
  }

  @Test func whatIsTakenBackIsNotCalled() async {
    let isCalled = Gate()
    let id = timekeeper.add(after: .milliseconds(1)) { isCalled.open() }
    timekeeper.takeBack(id)
    await after(.milliseconds(5))
    #expect(!isCalled.isOpen)
  }

  @Test func theEarlierComesFirst() async {
    let seen = Seen()
    _ = timekeeper.add(after: .milliseconds(20)) { seen.add(2) }
    _ = timekeeper.add(after: .milliseconds(1)) { seen.add(1) }
    await after(.milliseconds(40))
    #expect(seen.all == [1, 2])
  }

  /// Each time that is set before another one must not leave a look behind, which asks for one more whenever it finds nothing: that had grown with every
  /// page that came and went.
  @Test func itLooksOnceForEachTime() async {
    var count = 0
    let isLater = Gate()
    _ = timekeeper.add(after: .milliseconds(200)) { isLater.open() }
    while !isLater.isOpen {
      await after(.microseconds(500))
      count += 1
    }
    for _ in 1...10 {
      await after(.milliseconds(2))
      count += 1
    }
    // Two for one, should a timer be early.
    #expect(timekeeper.looks <= 2 * count + 2)
  }
}
