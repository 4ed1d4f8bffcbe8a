import DSBridgeLocks

/// A record of the arguments of calls, in order.
final class Seen: Sendable {
  private let values = Mutex<[Int]>([])

  func add(_ value: Int) { values.withLock { $0.append(value) } }
  var all: [Int] { values.withLock { $0 } }
}
