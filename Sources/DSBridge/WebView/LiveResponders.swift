import Synchronization

/// Counts the completions that were handed out and have had no last value yet; from any thread.
final class LiveResponders: Sendable {
  private let number = Atomic(0)

  var count: Int { number.load(ordering: .relaxed) }

  func add() { number.add(1, ordering: .relaxed) }

  func remove() { number.subtract(1, ordering: .relaxed) }
}
