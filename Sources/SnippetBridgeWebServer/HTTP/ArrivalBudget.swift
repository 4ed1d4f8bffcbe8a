import DSBridgeLocks

/// The memory budget for arriving request bodies and WebSocket messages, shared by all connections.
final class ArrivalBudget: Sendable {
  /// The number of bytes of each body or message that are not counted, so that short bodies and messages are always
  /// accepted.
  static let free = 16 << 10

  private let most: Int
  private let taken = Mutex(0)

  init(maximumTotalBodySize: Int) { most = maximumTotalBodySize }

  /// Changes `share`, the counted bytes of one body, to the value for a body of `size` bytes. If this would exceed the
  /// budget, changes nothing and returns `false`.
  func resize(_ share: inout Int, to size: Int) -> Bool {
    let more = max(0, size - ArrivalBudget.free) - share
    guard more != 0 else { return true }
    let fits = taken.withLock { taken in
      guard more < 0 || taken + more <= most else { return false }
      taken += more
      return true
    }
    if fits { share += more }
    return fits
  }

  func giveBack(_ share: inout Int) { _ = resize(&share, to: 0) }
}
