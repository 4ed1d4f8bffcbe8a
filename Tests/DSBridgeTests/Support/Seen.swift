import Locks

/// What functions have been called with, in order.
final class Seen: Sendable {
  private let values = Mutex<[Int]>([])

  func add(_ value: Int) { values.withLock { $0.append(value) } }
  var all: [Int] { values.withLock { $0 } }
}
