import Locks

/// The memory that bodies of requests and messages of WebSockets take while they arrive, of all connections together.
final class ArrivalBudget: Sendable {
  /// In bytes. So much of each is not counted, so that short ones get through beside any number of long ones.
  static let free = 16 << 10

  private let most: Int
  private let taken = Mutex(0)

  init(maximumTotalBodySize: Int) { most = maximumTotalBodySize }

  /// Changes `share`, which one body has, to what it needs with `size` bytes, more or fewer. False, and nothing is
  /// changed, when there is not so much left.
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

  func giveBack(_ share: inout Int) {
    guard share > 0 else { return }
    taken.withLock { $0 -= share }
    share = 0
  }
}
