import DSBridgeLocks
import Testing

@testable import SnippetBridge

@Suite(.timeLimit(.minutes(5))) struct ObservedTests {
  @Test func aReaderBeginsWithThePresentValue() async {
    let observed = Observed(1)
    observed.set(2)
    var reader = observed.values.makeAsyncIterator()
    #expect(await reader.next() == 2)
    observed.set(3)
    #expect(await reader.next() == 3)
    #expect(observed.value == 3)
  }

  @Test func aSlowReaderGetsTheNewestAlone() async {
    let observed = Observed(0)
    var reader = observed.values.makeAsyncIterator()
    #expect(await reader.next() == 0)
    for value in 1...1000 { observed.set(value) }
    observed.end()
    #expect(await reader.next() == 1000)
    #expect(await reader.next() == nil)
  }

  @Test func equalValuesAreNotRepeated() async {
    let observed = Observed(1)
    var reader = observed.values.makeAsyncIterator()
    #expect(await reader.next() == 1)
    observed.set(1)
    // The value is changed and changed back before the reader reads again, so the reader sees no change.
    observed.set(2)
    observed.set(1)
    observed.end()
    #expect(await reader.next() == nil)
  }

  @Test func progressIsSeen() async {
    let observed = Observed(LoadingState.loading(progress: 0.1), isSame: { $0.isIdentical(to: $1) })
    var reader = observed.values.makeAsyncIterator()
    _ = await reader.next()
    observed.set(.loading(progress: 0.3))
    observed.end()
    #expect(await reader.next()?.isIdentical(to: .loading(progress: 0.3)) == true)
  }

  @Test func readersDoNotTakeFromEachOther() async {
    let observed = Observed(1)
    var one = observed.values.makeAsyncIterator()
    var other = observed.values.makeAsyncIterator()
    #expect(await one.next() == 1)
    observed.set(2)
    #expect(await one.next() == 2)
    #expect(await other.next() == 2)
  }

  @Test func itEndsWithItsOwner() async throws {
    var observed: Observed<Int>? = Observed(1)
    let values = try #require(observed?.values)
    let reading = Task {
      var read: [Int] = []
      for await value in values { read.append(value) }
      return read
    }
    observed?.set(2)
    observed = nil
    // The reader may skip values, but always reads the last one and the end.
    #expect(await reading.value.last == 2)
  }

  @Test func nothingComesAfterTheEnd() async {
    let observed = Observed(1)
    observed.end()
    observed.set(2)
    #expect(observed.value == 1)
    var reader = observed.values.makeAsyncIterator()
    #expect(await reader.next() == 1)
    #expect(await reader.next() == nil)
  }

  @Test func aCancelledReaderEnds() async {
    let observed = Observed(1)
    let (first, isReading) = AsyncStream<Void>.makeStream()
    let reading = Task {
      var count = 0
      for await _ in observed.values {
        count += 1
        isReading.yield()
      }
      return count
    }
    for await _ in first { break }
    reading.cancel()
    #expect(await reading.value == 1)
    let before = Task { await observed.values.first { _ in true } }
    before.cancel()
    _ = await before.value
  }

  /// A thread that cancels a task runs its cancellation handlers while resuming the task waits for this thread. So a
  /// value that resumed its readers under a lock, which a handler needs, would block both threads for ever.
  @Test func aReaderMayBeCancelledWhileTheValueChanges() async {
    let observed = Observed(0)
    for round in 0..<3000 {
      let reading = Task {
        await withTaskCancellationHandler {
          for await _ in observed.values {}
        } onCancel: {
          _ = observed.value
        }
      }
      let writing = Task {
        for step in 1...20 { observed.set(20 * round + step) }
      }
      await Task.yield()
      reading.cancel()
      await writing.value
      await reading.value
    }
    #expect(observed.value == 60_000)
  }

  /// A counter in an observed value.
  private final class Counter: Sendable {
    let observed = Observed(0)
    private let count = Mutex(0)

    func countOn() {
      count.withLock { count in
        count += 1
        _ = observed.store(count, after: count - 1)
      }
      observed.resumeReaders()
    }
  }

  /// Every reader sees increasing values, and the last one.
  @Test func manyReadAndWriteAtOnce() async {
    let counter = Counter()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          var last = -1
          for await value in counter.observed.values {
            if value <= last { return false }
            last = value
          }
          return last == 4000
        }
      }
      await withTaskGroup { writers in
        for _ in 0..<4 {
          writers.addTask {
            for _ in 0..<1000 { counter.countOn() }
          }
        }
      }
      counter.observed.end()
      for await isRight in group { #expect(isRight) }
    }
  }
}
