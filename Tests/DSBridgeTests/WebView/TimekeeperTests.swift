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
    let isTakenBack = Gate()
    // On its own thread, where nothing else can be called meanwhile.
    _ = timekeeper.add(after: .zero) { [timekeeper] in
      timekeeper.takeBack(timekeeper.add(after: .zero) { isCalled.open() })
      isTakenBack.open()
    }
    await isTakenBack.wait()
    await after(.milliseconds(1))
    #expect(!isCalled.isOpen)
  }

  /// Each time that is set before another one must not leave a look behind, which asks for one more whenever it finds nothing: that had grown with every
  /// page that came and went.
  @Test func itDoesNotLookEverMoreOften() async {
    let isOver = Gate()
    for tenth in 1...3 { _ = timekeeper.add(after: .milliseconds(100 * tenth)) {} }
    _ = timekeeper.add(after: .milliseconds(400)) { isOver.open() }
    var count = 5
    while !isOver.isOpen {
      await after(.microseconds(500))
      count += 1
    }
    // A time that is set while the timer fires may cost one more.
    #expect(timekeeper.looks <= 2 * count)
  }
}
