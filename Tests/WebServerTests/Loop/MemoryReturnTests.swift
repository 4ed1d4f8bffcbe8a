import DSBridgeLocks
import Testing

@testable import SnippetBridgeWebServer

@Suite(.timeLimit(.minutes(5))) struct MemoryReturnTests {
  /// A simulated timer of one minute. The test decides when the minute has passed.
  private final class Minute: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])
    let returns = Atomic(0)

    func wait(_ body: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(body) } }

    func pass() {
      let bodies = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      for body in bodies { body() }
    }
  }

  @Test func onceForAllThatEndsWithinAMinute() {
    let minute = Minute()
    let memory = MemoryReturn(later: minute.wait) { minute.returns.add(1, ordering: .relaxed) }
    minute.pass()
    #expect(minute.returns.load(ordering: .relaxed) == 0, "nothing has ended")
    for _ in 0..<15_000 { memory.somethingEnded() }
    #expect(minute.returns.load(ordering: .relaxed) == 0)
    minute.pass()
    #expect(minute.returns.load(ordering: .relaxed) == 1)
    minute.pass()
    #expect(minute.returns.load(ordering: .relaxed) == 1)
    memory.somethingEnded()
    minute.pass()
    #expect(minute.returns.load(ordering: .relaxed) == 2)
  }

  /// If memory is released while unused memory is being returned to the system, the newly released memory may be
  /// missed. So the loop later returns unused memory once more.
  @Test func whatEndsMeanwhileIsReturnedLater() {
    let minute = Minute()
    let again = Mutex<MemoryReturn?>(nil)
    let memory = MemoryReturn(later: minute.wait) {
      if minute.returns.add(1, ordering: .relaxed).newValue == 1 { again.withLock { $0 }?.somethingEnded() }
    }
    again.withLock { $0 = memory }
    memory.somethingEnded()
    minute.pass()
    minute.pass()
    #expect(minute.returns.load(ordering: .relaxed) == 2)
    again.withLock { $0 = nil }
  }
}
