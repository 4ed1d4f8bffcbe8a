import TestSupport
import Testing

@testable import DSBridge

@Suite(.timeLimit(.minutes(5))) struct TimekeeperTests {
  private let timekeeper = Timekeeper()

  private func after(_ delay: Duration) async {
    await withCheckedContinuation { continuation in
      _ = timekeeper.schedule(after: delay) { continuation.resume() }
    }
  }

  @Test func whatIsCancelledIsNotCalled() async {
    let isCalled = Gate()
    let isCancelled = Gate()
    // Cancel in a callback, which runs on the timekeeper's own thread. So no other callback can run in between.
    _ = timekeeper.schedule(after: .zero) { [timekeeper] in
      timekeeper.cancel(timekeeper.schedule(after: .zero) { isCalled.open() })
      isCancelled.open()
    }
    await isCancelled.wait()
    await after(.milliseconds(1))
    #expect(!isCalled.isOpen)
  }

  /// If a timer is due before the thread's planned wake-up, it must replace that wake-up instead of adding another one.
  /// In an earlier version, each closed page added one.
  @Test func itDoesNotWakeUpEverMoreOften() async {
    let isOver = Gate()
    for tenth in 1...3 { _ = timekeeper.schedule(after: .milliseconds(100 * tenth)) {} }
    _ = timekeeper.schedule(after: .milliseconds(400)) { isOver.open() }
    var count = 5
    while !isOver.isOpen {
      await after(.microseconds(500))
      count += 1
    }
    // If a timer is scheduled while the thread wakes up, the thread may wake up once more.
    #expect(timekeeper.wakeUps <= 2 * count + 1)
  }
}
